import fc from 'fast-check'

import { codePoints } from '@workbench/json-text'
import { repetitions } from '@workbench/test-support/repetitions'
import { linearMatcher, UnsupportedRegExpError } from '@workbench/contracts/internal'
import { shortestText } from '../../src/regexp/shortest-text.ts'
import { patterns } from '@workbench/test-support/schemas/arbitrary-patterns'
import { typical } from '@workbench/test-support/schemas/patterns'

/** A pattern, another one, and the shortest text that only the first one matches. */
const differences: readonly (readonly [string, string, string])[] = [
  ['^fact-[0-9]{4,}$', '^fact-[0-9]{3,9}$', 'fact-0000000000'],
  ['^[a-z]+$', '^[a-z]{1,40}$', 'a'.repeat(41)],
  ['^(fact|fakt)-', '^fact-', 'fakt-'],
  ['^(?:low|medium|high)$', '^(?:low|high|Medium)$', 'medium'],
  ['b', '^b', 'ab'],
  ['b', 'b$', 'ba'],
  ['b$', '^b$', 'ab'],
  ['[^]', '.', '\n'],
  ['^.$', '^[\\0-\\uffff]$', '\u{10000}'],
  ['^[A-Za-z]$', '^[a-z]$', 'A'],
  ['^[\\p{L}]$', '^[a-zA-Zà-ÿ]$', 'ª'],
  ['^\\P{L}$', '^[^\\p{L}\\u{10ffff}]$', '\u{10ffff}'],
  ['^[^]$', '^[\\0-\\ud7ff\\ue000-\\u{10ffff}]$', '\udc00'],
  ['\\bab', '^ab', '!ab'],
  ['a\\b', 'a\\W|a\\n', 'a'],
  ['a\\B', 'a[a-z]', 'a0'],
  ['^[a-z-]+$', '^(?!-)[a-z-]+(?<!-)$', '-'],
  ['^(?:a|b)*a[ab]{8}$', '^(?:a|b)*a[ab]{9}$', 'aaaaaaaaa'],
]

/** A pattern, and another one that matches every text that it matches. */
const containments: readonly (readonly [string, string])[] = [
  ['^fact-[0-9]{4,}$', '^fact-[0-9]{3,}$'],
  ['^fact-[0-9]+$', '^(fact|fakt)-[0-9]+$'],
  ['^fact-[0-9]+$', 'fact|fakt'],
  ['^(a|b)*$', '^(a*b*)*$'],
  ['^\\d+$', '^[0-9]+$'],
  ['^[a-z]+(-[a-z]+)*$', '^[a-z][a-z-]*$'],
  ['\\ba\\B', 'a'],
  ['^(?!-)[a-z-]{1,63}(?<!-)$', '^[a-z-]{1,63}$'],
  ['\\ud83d', '[\\ud800-\\udfff]'],
  ['a{2000}', 'a{1,1999}'],
  ['(?!)', '^x$'],
]

const supported = patterns.filter((pattern) => {
  try {
    linearMatcher(pattern)
    return true
  } catch (error) {
    if (error instanceof UnsupportedRegExpError) return false
    throw error
  }
})

const appended = (texts: readonly string[], characters: readonly string[]) =>
  texts.flatMap((text) => characters.map((character) => text + character))

const upToThree = ['a', 'b', 'c', '-', '.', '1', ' ', '\n', 'é', '😀', '\ud83d', '\ude00']
const [one, two] = [upToThree, appended(upToThree, upToThree)]
const three = appended(two, upToThree)
const few = ['a', 'b', '-', '😀']
/** Shorter ones first. */
const shortTexts = ['', ...one, ...two, ...three, ...appended(appended(appended(few, few), few), few)].sort(
  (a, b) => codePoints(a) - codePoints(b),
)

const lengthOf = (text: string | undefined): number => (text === undefined ? Infinity : codePoints(text))

describe('shortestText()', () => {
  it.each(differences)('finds a text that %s matches and %s does not: %j', (matching, notMatching, value) => {
    expect(shortestText({ matching: [matching], notMatching })).toEqual({ value })
    const [length, { maxLength }] = [codePoints(value), { maxLength: codePoints(value) - 1 }]
    expect(shortestText({ matching: [matching], notMatching, maxLength: length })).toEqual({ value })
    expect(shortestText({ matching: [matching], notMatching, maxLength })).toBe('none')
  })

  it.each([...containments, ...typical.map((pattern) => [pattern, pattern] as const)])(
    'proves that every text that %s matches is matched by %s',
    (matching, notMatching) => {
      expect(shortestText({ matching: [matching], notMatching })).toBe('none')
    },
  )

  it('finds a text that several patterns match, of a minimum length', () => {
    expect(shortestText({ matching: ['^a', 'b$', '^.{4}$'] })).toEqual({ value: 'aaab' })
    expect(shortestText({ matching: ['^a', 'b$'], minLength: 3 })).toEqual({ value: 'aab' })
    expect(shortestText({ matching: ['^a', 'b$'], maxLength: 1 })).toBe('none')
    expect(shortestText({ matching: ['^a', '^b'] })).toBe('none')
    expect(shortestText({ matching: [] })).toEqual({ value: '' })
  })

  it.each([
    ['a.{30}b', 'a.{30}c|b'],
    ['^a{30000}$', '^a'],
    ['^(?!ab)[a-z]+$', '^[a-z]+$'],
    ['^[a-z]+$', '^(?=.{1,20}$)[a-z]+$'],
  ])('returns unknown for %s and %s', (matching, notMatching) => {
    expect(shortestText({ matching: [matching], notMatching })).toBe('unknown')
  })

  it('finds the shortest text that distinguishes two patterns, and misses none', () => {
    let decided = 0
    const pairs = fc.oneof(
      fc.tuple(supported, supported),
      fc.tuple(supported, patterns).map(([a, b]): [string, string] => [a, `(?:${a})|${b}`]),
      fc.tuple(supported, patterns).map(([a, b]): [string, string] => [`(?:${a})(?:${b})`, a]),
    )
    const runs = repetitions(200)
    fc.assert(
      fc.property(pairs, ([matching, notMatching]) => {
        const [first, second] = [new RegExp(matching, 'u'), new RegExp(notMatching, 'u')]
        const distinguishes = (text: string) => first.test(text) && !second.test(text)
        const result = shortestText({ matching: [matching], notMatching })
        if (result === 'unknown') return
        decided++
        const found = result === 'none' ? undefined : result.value
        const expected = shortTexts.find(distinguishes)
        expect([found, found === undefined || distinguishes(found)]).toEqual([found, true])
        expect(lengthOf(found)).toBeLessThanOrEqual(lengthOf(expected))
      }),
      { numRuns: runs },
    )
    expect(decided).toBeGreaterThan(runs * 0.8)
  })
})
