import fc from 'fast-check'

import { repetitions } from '../../../../build/jest/repetitions.ts'
import { findText } from '../../src/regexp/find-text.ts'
import { type Matcher } from '../../src/regexp/simulate-nfa.ts'
import { linearMatcher } from '../../src/regexp/linear-matcher.ts'
import { UnsupportedRegExpError } from '../../src/regexp/nfa.ts'
import { typical } from './patterns.ts'

const runs = repetitions(20, 200)

const characters = String.raw`a b - . [ab] [^a] \d \w \W \S \. é [^é] \p{Lu} 😀 [^😀-🙄] \ud83d [\udc00-\udfff]`
const assertions = String.raw`^ $ \b \B`
const lookarounds = String.raw`(?=a) (?!a) (?<=b) (?<!a) (?!\b)`

/** Parts of patterns: mostly few characters, so that two patterns match common texts. */
const partsWith = (zeroWidth: string) =>
  fc.letrec<{ part: string }>((tie) => ({
    part: fc.oneof(
      { depthSize: 'small', withCrossShrink: true },
      fc.constantFrom('a', 'b', '[ab]', ...characters.split(' ')),
      fc.constantFrom(...zeroWidth.split(' ')),
      fc.tuple(tie('part'), tie('part')).map(([first, second]) => first + second),
      fc.tuple(tie('part'), tie('part')).map(([first, second]) => `(?:${first}|${second})`),
      fc
        .tuple(tie('part'), fc.constantFrom('*', '+', '?', '{2}', '{0,2}', '{1,}'))
        .map(([part, times]) => `(?:${part})${times}`),
    ),
  })).part

const patternsWith = (zeroWidth: string) => {
  const parts = partsWith(zeroWidth)
  return fc
    .oneof(
      parts,
      parts.map((part) => `^${part}`),
      parts.map((part) => `^(?:${part})$`),
    )
    .filter((pattern) => matcherOf(pattern) !== undefined)
}

/** Undefined for patterns that a schema cannot have. */
function matcherOf(pattern: string): Matcher | undefined {
  try {
    return linearMatcher(pattern)
  } catch (error) {
    if (error instanceof UnsupportedRegExpError) return undefined
    throw error
  }
}

/** All texts of at most two of these characters, and some longer ones. */
const units = ['a', 'b', '-', '.', '1', '\n', 'é', 'É', '😀', '\ud83d', '\ude00']
const texts = [
  '',
  ...units.flatMap((first) => [first, ...units.map((second) => first + second)]),
  ...fc.sample(fc.string({ unit: fc.constantFrom(...units), minLength: 3, maxLength: 8 }), {
    numRuns: 300,
    seed: 1,
  }),
]

const lengthOf = (text: string): number => Array.from(text).length

interface Requirements {
  readonly matching: readonly string[]
  readonly notMatching: string
  readonly minLength: number
  readonly maxLength: number
}

const requirementsWith = (zeroWidth: string): fc.Arbitrary<Requirements> => {
  const patterns = patternsWith(zeroWidth)
  return fc.record({
    matching: fc.array(patterns, { maxLength: 2 }),
    notMatching: patterns,
    minLength: fc.constantFrom(0, 0, 1, 3),
    maxLength: fc.constantFrom(Infinity, Infinity, 4),
  })
}

/** Returns whether RegExp says that a text meets the requirements. */
function checkOf({ matching, notMatching, minLength, maxLength }: Requirements): (text: string) => boolean {
  const expressions = matching.map((pattern) => new RegExp(pattern, 'u'))
  const other = new RegExp(notMatching, 'u')
  return (text) =>
    lengthOf(text) >= minLength &&
    lengthOf(text) <= maxLength &&
    expressions.every((expression) => expression.test(text)) &&
    !other.test(text)
}

describe('findText()', () => {
  it('finds a shortest text if RegExp accepts one, and none otherwise', () => {
    const tally = { none: 0, unknown: 0, found: 0 }
    fc.assert(
      fc.property(requirementsWith(assertions), (requirements) => {
        const [found, meets] = [findText(requirements), checkOf(requirements)]
        tally[typeof found === 'string' ? found : 'found']++
        if (found === 'unknown') return
        const { value } = found === 'none' ? { value: undefined } : found
        const shortest = value === undefined ? Infinity : lengthOf(value)
        const missed = texts.filter((text) => lengthOf(text) < shortest && meets(text))
        expect({ missed, isRight: value === undefined || meets(value) }).toEqual({
          missed: [],
          isRight: true,
        })
      }),
      { numRuns: runs },
    )
    expect(tally.none).toBeGreaterThan(runs / 20)
    expect(tally.found).toBeGreaterThan(runs / 20)
    expect(tally.unknown).toBeLessThanOrEqual(Math.max(1, runs / 50))
  })

  it('returns only texts that RegExp accepts, and never none, with lookarounds', () => {
    const tally = { unknown: 0, found: 0 }
    const withLookaround = requirementsWith(`${assertions} ${lookarounds}`).filter((requirements) =>
      [...requirements.matching, requirements.notMatching].some((pattern) => /\(\?<?[=!]/.test(pattern)),
    )
    fc.assert(
      fc.property(withLookaround, (requirements) => {
        const [found, meets] = [findText(requirements), checkOf(requirements)]
        tally[typeof found === 'string' ? 'unknown' : 'found']++
        expect(typeof found === 'string' ? found === 'unknown' : meets(found.value)).toBe(true)
      }),
      { numRuns: repetitions(5, 20) },
    )
    expect(tally.found).toBeGreaterThan(tally.unknown / 10)
  })

  it.each(typical)('finds a text that matches %s, and none that does not match it', (pattern) => {
    const found = findText({ matching: [pattern] })
    expect(found).toEqual({ value: expect.any(String) as string })
    expect(new RegExp(pattern, 'u').test((found as { value: string }).value)).toBe(true)
    const other = findText({ matching: [pattern], notMatching: pattern })
    expect(other).toBe(/\(\?<?[=!]/.test(pattern) ? 'unknown' : 'none')
  })

  it.each([
    ['of one character', '^[^]$', '^[^\\p{Lu}]$', 'A'],
    ['beyond the basic plane', '^[^\\0-\\uffff]$', '^[^😀]$', '😀'],
    ['of the only surrogate', '^[^]$', '^[^\\ud83d]$', '\ud83d'],
    ['with a line separator', '^[^]*$', '^(?:.|[\\n\\r\\u2028])*$', '\u2029'],
    ['at the end of a long text', '^a{0,4000}$', '^a{0,3999}$', 'a'.repeat(4000)],
    ['at the boundary of a word', '^[^]*\\Ba', 'ba|\\wa', undefined],
    ['of two surrogates, which are one character', '^[\\ud800-\\udbff][\\udc00-\\udfff]$', 'x', 'unknown'],
    ['in a search that takes too long', '^[ab]*a[ab]{20}$', '^[ab]*a[ab]{20}c?$', 'unknown'],
    ['of a backreference', '^(a)\\1$', 'b', 'unknown'],
  ])('decides about a text %s', (_, pattern, notMatching, expected) => {
    const found = findText({ matching: [pattern], notMatching })
    expect(found).toEqual(
      expected === 'unknown' ? expected : expected === undefined ? 'none' : { value: expected },
    )
  })
})
