import fc from 'fast-check'

import { suggest, Suggester } from '../src/violations/did-you-mean.ts'

const folded = (word: string): string => word.toLowerCase().replaceAll(/[\s_-]/g, '')

/** How far two words are apart, by the definition: nothing is left out because it cannot matter. */
function distance(a: string, b: string): number {
  if (a === b) return 0
  if ([a, b].every(({ length }) => length >= 3) && (a.startsWith(b) || b.startsWith(a))) return 1
  const costs = Array.from({ length: a.length + 1 }, (_, row) =>
    Array.from({ length: b.length + 1 }, (__, column) => (row === 0 ? column : column === 0 ? row : 0)),
  )
  const at = (row: number, column: number): number => costs[row]?.[column] ?? Infinity
  for (let row = 1; row <= a.length; row++) {
    for (let column = 1; column <= b.length; column++) {
      const isSwap = a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1] && row > 1 && column > 1
      costs[row]?.splice(
        column,
        1,
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + Number(a[row - 1] !== b[column - 1]),
          isSwap ? at(row - 2, column - 2) + 1 : Infinity,
        ),
      )
    }
  }
  return at(a.length, b.length)
}

/** The first of those that are nearest, within a third of the letters. */
function plainlyNearest(word: string, candidates: readonly string[]): string | undefined {
  const distances = candidates.map((candidate) => distance(folded(word), folded(candidate)))
  const least = Math.min(...distances)
  const isFar = folded(word) === '' || least > folded(word).length / 3
  return isFar ? undefined : candidates[distances.indexOf(least)]
}

/** Words of few letters, so that many are near each other. */
const words = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'B', '_', 'é', 'ü', '😀'), maxLength: 12 })

/** A word, and the same with something left out, put in, or swapped. */
const mistyped = fc
  .tuple(fc.stringMatching(/^[a-h-]{3,20}$/), fc.nat(), fc.constantFrom('', 'x', 'swap'), fc.nat(2))
  .map(([word, place, put, gone]): [string, string] => {
    const at = place % word.length
    const middle = put === 'swap' ? word.charAt(at + 1) + word.charAt(at) : put
    return [word, word.slice(0, at) + middle + word.slice(at + gone)]
  })

describe('the nearest word', () => {
  it('is the one that comparing all letters of all words finds', () => {
    const tally = { found: 0, none: 0 }
    fc.assert(
      fc.property(
        words,
        fc.array(words, { maxLength: 8 }),
        mistyped,
        (word, candidates, [meant, written]) => {
          for (const [asked, among] of [
            [word, candidates],
            [written, [...candidates, meant]],
          ] as const) {
            const found = suggest(asked, among)
            tally[found === undefined ? 'none' : 'found']++
            expect([asked, among, found]).toEqual([asked, among, plainlyNearest(asked, among)])
          }
        },
      ),
      { numRuns: 3000 },
    )
    expect(Math.min(tally.found, tally.none)).toBeGreaterThan((tally.found + tally.none) / 20)
  })

  it('stays the same however often and whatever else is asked of a vocabulary', () => {
    const asked = fc.array(fc.tuple(words, fc.nat()), { minLength: 100, maxLength: 300 })
    fc.assert(
      fc.property(fc.array(words, { minLength: 1, maxLength: 8 }), asked, (candidates, pairs) => {
        const vocabulary = new Suggester(candidates)
        for (const [word, choice] of [...pairs, ...pairs]) {
          const taken = candidates[choice % candidates.length]
          const free = candidates.filter((candidate) => candidate !== taken)
          const found = vocabulary.suggest(word, (candidate) => candidate !== taken)
          expect([word, taken, found]).toEqual([word, taken, plainlyNearest(word, free)])
        }
      }),
      { numRuns: 20 },
    )
  })
})
