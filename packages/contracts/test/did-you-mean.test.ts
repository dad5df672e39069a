import fc from 'fast-check'

import { suggest, Suggester } from '../src/violations/did-you-mean.ts'

const normalized = (word: string): string => word.toLowerCase().replaceAll(/[\s_-]/g, '')

/** The distance by its definition, without the optimizations of the implementation. */
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

/** The first candidate with the smallest distance, if that is at most a third of the word's length. */
function expectedSuggestion(word: string, candidates: readonly string[]): string | undefined {
  const distances = candidates.map((candidate) => distance(normalized(word), normalized(candidate)))
  const least = Math.min(...distances)
  const isFar = normalized(word) === '' || least > normalized(word).length / 3
  return isFar ? undefined : candidates[distances.indexOf(least)]
}

/** Words from a small alphabet, so that many are similar. */
const words = fc.string({ unit: fc.constantFrom('a', 'b', 'c', 'B', '_', 'é', 'ü', '😀'), maxLength: 12 })

/** A word and a misspelling of it: characters are deleted, inserted or transposed. */
const misspelled = fc
  .tuple(fc.stringMatching(/^[a-h-]{3,20}$/), fc.nat(), fc.constantFrom('', 'x', 'swap'), fc.nat(2))
  .map(([word, index, inserted, deleted]): [string, string] => {
    const at = index % word.length
    const middle = inserted === 'swap' ? word.charAt(at + 1) + word.charAt(at) : inserted
    return [word, word.slice(0, at) + middle + word.slice(at + deleted)]
  })

describe('suggest()', () => {
  it('returns the same candidate as a direct implementation of the edit distance', () => {
    const tally = { found: 0, none: 0 }
    fc.assert(
      fc.property(
        words,
        fc.array(words, { maxLength: 8 }),
        misspelled,
        (word, candidates, [intended, misspelling]) => {
          for (const [misspelt, among] of [
            [word, candidates],
            [misspelling, [...candidates, intended]],
          ] as const) {
            const found = suggest(misspelt, among)
            tally[found === undefined ? 'none' : 'found']++
            expect([misspelt, among, found]).toEqual([misspelt, among, expectedSuggestion(misspelt, among)])
          }
        },
      ),
      { numRuns: 3000 },
    )
    expect(Math.min(tally.found, tally.none)).toBeGreaterThan((tally.found + tally.none) / 20)
  })

  it('ignores candidates that are not eligible', () => {
    fc.assert(
      fc.property(
        words,
        fc.array(words, { minLength: 1, maxLength: 8 }),
        fc.nat(),
        (word, candidates, choice) => {
          const excluded = candidates[choice % candidates.length]
          const eligible = candidates.filter((candidate) => candidate !== excluded)
          const found = new Suggester(candidates).suggest(word, (candidate) => candidate !== excluded)?.word
          expect([word, excluded, found]).toEqual([word, excluded, expectedSuggestion(word, eligible)])
        },
      ),
      { numRuns: 3000 },
    )
  })
})
