import { fixText } from '@workbench/contracts'
import fc from 'fast-check'

import { repetitions } from '@workbench/test-support/repetitions'
import { type BrokenText, brokenTexts } from '@workbench/test-support/json-mistakes/broken-texts'
import { furtherMistakes } from '@workbench/test-support/json-mistakes/further/index'
import { mistakes } from '@workbench/test-support/json-mistakes/mistakes/index'
import { type Outcome, scoreRepair } from '@workbench/test-support/json-mistakes/score'
import { contracts } from '../rules/artifacts.ts'

interface Fixed {
  readonly broken: BrokenText
  readonly outcome: Outcome
  readonly text: string
}

const isValid = (id: string, artifact: unknown): boolean => contracts.get(id).is(artifact)
const isValidText = (id: string, text: string): boolean => contracts.get(id).validateText(text).valid

const fixTexts = (seed: number, count: number, mistakesPerText: 1 | 2) =>
  fixAll(brokenTexts({ seed, count, mistakesPerText, isValid }))

function* fixAll(texts: Iterable<BrokenText>): Generator<Fixed> {
  for (const broken of texts) {
    const { text, verdict } = fixText(contracts.get(broken.contract), broken.text)
    yield { broken, text, outcome: scoreRepair(broken, { text, isValid: verdict.valid }) }
  }
}

/** What the fix changed, where it should have left the text to the author. */
const harmful = (fixed: Iterable<Fixed>) =>
  Array.from(fixed)
    .filter(({ outcome }) => outcome === 'changed' || outcome === 'lost')
    .map(({ broken, outcome, text }) => ({
      mistakes: broken.mistakes,
      outcome,
      broken: from(broken.text, broken.original.text),
      fixed: from(text, broken.original.text),
    }))

/** The part of a text around the first difference from the original. */
function from(text: string, original: string): string {
  let at = 0
  while (at < original.length && text[at] === original[at]) at++
  return text.slice(Math.max(0, at - 40), at + 80)
}

const restoredShare = (fixed: readonly Fixed[]): number =>
  fixed.filter(({ outcome }) => outcome === 'restored').length / fixed.length

/** One text of each kind. */
const KINDS = mistakes.length
const seeds = fc.nat({ max: 2 ** 31 - 1 })

describe('fixText() on an artifact with a mistake at a random location', () => {
  const one = Array.from(fixTexts(1, 20 * KINDS, 1))

  test('changes and loses nothing', () => {
    expect(harmful(one)).toEqual([])
  })

  test('restores at least 60 %', () => {
    expect(restoredShare(one)).toBeGreaterThanOrEqual(0.6)
  })

  test('changes and loses nothing with another seed', () => {
    fc.assert(
      fc.property(fc.noShrink(seeds), (seed) => {
        expect(harmful(fixTexts(seed, KINDS, 1))).toEqual([])
      }),
      { numRuns: repetitions(10, 200) },
    )
  })

  // Two mistakes can look like a single one.
  test('restores at least 40 % with two mistakes, and changes at most 1 %', () => {
    const two = Array.from(fixTexts(1, 10 * KINDS, 2))
    expect(restoredShare(two)).toBeGreaterThanOrEqual(0.4)
    expect(harmful(two).length).toBeLessThanOrEqual(two.length / 100)
    expect(harmful(two).filter(({ outcome }) => outcome === 'lost')).toEqual([])
  })
})

describe('fixText() on an artifact with a further mistake', () => {
  const count = 10 * furtherMistakes.length
  const options = { seed: 1, count, mistakes: furtherMistakes, isValid, isValidText }
  const fixed = Array.from(fixAll(brokenTexts(options)))

  test('changes or loses content of at most 0.3 % of the texts', () => {
    expect(harmful(fixed).slice(Math.floor(count * 0.003))).toEqual([])
  })

  // Of all texts, `pnpm bench repair` counts 47 %.
  test('restores at least 45 %', () => {
    expect(restoredShare(fixed)).toBeGreaterThanOrEqual(0.45)
  })
})
