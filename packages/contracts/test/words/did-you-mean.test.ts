import fc from 'fast-check'

import { repetitions } from '@workbench/test-support/repetitions'
import { isAnotherWord } from '../../src/words/another-word.ts'
import { isSameWord, suggest, Suggester, type Suggestion } from '../../src/words/did-you-mean.ts'

const normalized = (word: string): string => word.toLowerCase().replaceAll(/[\s_-]/g, '')

/** The distance by its definition, without the optimizations of the implementation. */
function distance(a: string, b: string): number {
  if (a === b) return 0
  if ([a, b].every(({ length }) => length >= 3) && (a.startsWith(b) || b.startsWith(a)))
    return 1 + (Math.abs(a.length - b.length) - 1) / 64
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

/**
 * The first candidate with the smallest distance, if that is at most a third of the word's length, or one is a prefix of
 * the other, and if it does not mean something else. None for a word that starts with it and contains another one.
 */
function expectedSuggestion(word: string, candidates: readonly string[]): string | undefined {
  const distances = candidates.map((candidate) => distanceIfSimilar(word, candidate))
  const least = Math.min(...distances)
  const best = least === Infinity ? undefined : candidates[distances.indexOf(least)]
  if (best === undefined) return undefined
  const text = normalized(word)
  const start = normalized(best)
  const rest = text.startsWith(start) ? text.slice(start.length) : ''
  const isSeveral = candidates
    .map(normalized)
    .some((other) => other.length >= 3 && other !== start && rest.includes(other))
  return isSeveral ? undefined : best
}

/** Dashes before and after a word are signs, those in it separators. */
const signsOf = (word: string): string => word.replaceAll(/[^-😀]|(?<=[a-z]-*)-(?=-*[a-z])/gu, '')

function distanceIfSimilar(word: string, candidate: string): number {
  const from = normalized(word)
  const found = distance(from, normalized(candidate))
  const isPrefix = found % 1 > 0
  const hasOtherSign =
    Array.from(signsOf(word)).some((sign) => !signsOf(candidate).includes(sign)) ||
    (signsOf(candidate).includes('-') && !signsOf(word).includes('-'))
  const isFar = from === '' || hasOtherSign || (!isPrefix && found > Math.max(1, Math.floor(from.length / 3)))
  return isFar || (!isPrefix && from.length < 3 && found > 0) || isAnotherWord(word, candidate)
    ? Infinity
    : found
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
      { numRuns: repetitions(500, 3000) },
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
      { numRuns: repetitions(500, 3000) },
    )
  })
})

const certain = (word: string): Suggestion => ({ word, isCertain: true })
const uncertain = (word: string): Suggestion => ({ word, isCertain: false })

describe('a suggestion', () => {
  it.each<[what: string, word: string, candidates: readonly string[], expected: Suggestion | undefined]>([
    ['another case is certain', 'HIGH', ['high', 'low'], certain('high')],
    ['other separators are certain', 'created_at ', ['created-at'], certain('created-at')],
    ['two equal candidates are not certain', 'a_b_c', ['abc', 'a-b-c'], uncertain('abc')],
    ['a wrong letter in five is certain', 'titke', ['title', 'kind'], certain('title')],
    ['a missing letter is certain', 'severty', ['severity'], certain('severity')],
    ['an added letter is certain', 'severitty', ['severity'], certain('severity')],
    ['exchanged letters are certain', 'tilte', ['title'], certain('title')],
    ['exchanged first letters are certain', 'ittle', ['title'], certain('title')],
    ['one edit in four letters is not certain', 'knid', ['kind'], uncertain('kind')],
    ['two edits are not certain', 'sevrty', ['severity'], uncertain('severity')],
    ['two edits beside each other are not certain', 'assunption', ['assumptoin'], uncertain('assumptoin')],
    [
      'two wrong letters beside each other are not certain',
      'mitihstion',
      ['mitigation'],
      uncertain('mitigation'),
    ],
    ['a wrong first letter is not certain', 'xategory', ['category'], uncertain('category')],
    ['a missing first letter is not certain', 'ategory', ['category'], uncertain('category')],
    ['another spelling of a letter is not certain', 'strasse', ['straße'], uncertain('straße')],
    ['a missing number is not certain', 'finding', ['finding.v1', 'adr.v1'], uncertain('finding.v1')],
    ['nothing for a missing number of several', 'finding', ['finding.v1', 'finding.v2'], undefined],
    [
      'the longest of several prefixes',
      'pass with comment',
      ['pass', 'pass-with-comments'],
      uncertain('pass-with-comments'),
    ],
    ['other apostrophes are certain', 'won’t', ['wont'], certain('wont')],
    ['a second similar candidate is not certain', 'sumnary', ['summary', 'sumnand'], uncertain('summary')],
    ['a second distant candidate does not matter', 'sumnary', ['summary', 'command'], certain('summary')],
    ['a prefix of three letters', 'sev', ['severity'], uncertain('severity')],
    ['no prefix of two letters', 'se', ['severity'], undefined],
    ['a candidate that is a prefix', 'titleOfThisText', ['title'], uncertain('title')],
    ['nothing for two candidates', 'high/medium', ['high', 'medium', 'low'], undefined],
    ['nothing for two candidates with a dash', 'medium-high', ['high', 'medium', 'low'], undefined],
    ['a candidate before one of two letters', 'titleAndId', ['title', 'id'], uncertain('title')],
    ['no candidate that is a prefix of two letters', 'idempotent', ['id'], undefined],
    ['no edits in two letters', 'ab', ['ac'], undefined],
    ['one edit in three letters', 'abc', ['abd'], uncertain('abd')],
    ['no two edits in five letters', 'title', ['tixxe'], undefined],
    ['two edits in six letters', 'tilesz', ['titles'], uncertain('titles')],
    ['the nearest of several', 'severity', ['sevexxty', 'severitx'], uncertain('severitx')],
    ['the first of several that are equally near', 'titles', ['titlex', 'titley'], uncertain('titlex')],
    ['nothing for an empty word', '', ['a', ''], undefined],
    ['nothing for separators only', '- _', [''], undefined],
    ['a word of 64 letters', 'x'.repeat(64), ['c' + 'x'.repeat(63)], uncertain('c' + 'x'.repeat(63))],
    ['no word of 65 letters', 'x'.repeat(65), ['x'.repeat(64)], undefined],
    ['no candidate of 65 letters', 'x'.repeat(64), ['x'.repeat(65)], undefined],
    ['a word of 64 letters and separators', ' x'.repeat(64), ['x'.repeat(64)], certain('x'.repeat(64))],
    ['no word of many separators', `${'_'.repeat(125)}word`, ['word'], undefined],
  ])('%s: %s', (_what, word, candidates, expected) => {
    expect(new Suggester(candidates).suggest(word)).toEqual(expected)
  })

  it('is certain if the other candidates are not eligible', () => {
    const suggester = new Suggester(['abc', 'a-b-c', 'abcdef', 'abcdegf'])
    expect(suggester.suggest('a_b_c', (each) => each !== 'a-b-c')).toEqual(certain('abc'))
    expect(suggester.suggest('abc or abcdef', (each) => each === 'abc')).toEqual(uncertain('abc'))
    expect(suggester.suggest('abcedf', (each) => each === 'abcdef')).toEqual(certain('abcdef'))
  })
})

describe('isSameWord()', () => {
  it.each([
    ['adr_v1', 'adr.v1', true],
    [' Adr.V1\n', 'adr-v1', true],
    ['adr . v1', 'adr-v1', true],
    ['adr--v1', 'ADR_v1', true],
    ['createdAt', 'created-at', true],
    ['adrv1', 'adr.v1', false],
    ['straße.v1', 'strasse-v1', false],
    ['adr.v1', 'adr.v2', false],
  ])('%j and %j: %j', (a, b, expected) => {
    expect(isSameWord(a, b)).toBe(expected)
    expect(isSameWord(b, a)).toBe(expected)
  })
})
