import { readFileSync } from 'node:fs'

import { brokenTexts } from '@workbench/test-support/json-mistakes/broken-texts'
import { cutEndings, cutTexts } from '@workbench/test-support/json-mistakes/cut-texts'
import { applyEdits } from '@workbench/test-support/json-mistakes/edits'
import { furtherMistakes as mistakes } from '@workbench/test-support/json-mistakes/further/index'
import { enumValuesIn, typedValuesIn } from '@workbench/test-support/json-mistakes/further/schema-of'
import { lostContent } from '@workbench/test-support/json-mistakes/lost-content'
import { mistakes as commonMistakes } from '@workbench/test-support/json-mistakes/mistakes/index'
import { scoreRepair } from '@workbench/test-support/json-mistakes/score'
import { tokenize } from '@workbench/test-support/json-mistakes/tokens'
import { contracts } from '../rules/artifacts.ts'

const isValid = (id: string, artifact: unknown): boolean => contracts.get(id).is(artifact)
const isValidText = (id: string, text: string): boolean => contracts.get(id).validateText(text).valid
const names = mistakes.map(({ name }) => name)
const textsOf = (seed: number, count: number) =>
  Array.from(brokenTexts({ seed, count, mistakes, isValid, isValidText }))

describe('furtherMistakes', () => {
  const texts = textsOf(1, 4 * mistakes.length)

  test('are 177 kinds with names of their own', () => {
    const all = [...names, ...commonMistakes.map(({ name }) => name)]
    expect(new Set(names).size).toBe(177)
    expect(new Set(all).size).toBe(all.length)
  })

  test.each(names)('"%s" breaks valid artifacts, each in another way', (name) => {
    const of = texts.filter((broken) => broken.mistakes.includes(name))
    for (const { contract, original, edits, text } of of) {
      expect(isValid(contract, JSON.parse(original.text))).toBe(true)
      expect(applyEdits(original.text, edits)).toBe(text)
      expect(isValidText(contract, text)).toBe(false)
    }
    expect(new Set(of.map(({ text }) => text)).size).toBe(4)
  })

  test('give the same texts for the same seed, and others for another', () => {
    const first = (seed: number) => textsOf(seed, 20).map(({ text }) => text)
    expect(first(1)).toEqual(texts.slice(0, 20).map(({ text }) => text))
    expect(first(2)).not.toEqual(first(1))
  })

  test('have a reason if they must be left', () => {
    expect(mistakes.filter(({ mustBeLeft, ambiguous }) => mustBeLeft && ambiguous === undefined)).toEqual([])
  })

  test('the original has lost nothing unless the text must be left', () => {
    // The last word of a text that is cut off is not a word of the original.
    const whole = texts.filter(({ mistakes: [name = ''] }) => !/^text cut|^middle of/.test(name))
    for (const broken of whole) {
      const isLost = lostContent(broken, broken.original.text).length > 0
      const outcome = scoreRepair(broken, { text: broken.original.text, isValid: true })
      expect({ broken, isLost, isRestored: outcome === 'restored' }).toEqual({
        broken,
        isLost: false,
        isRestored: !broken.mustBeLeft,
      })
    }
  })
})

describe('scoreRepair() of a text that must be left', () => {
  const text = '{"status":"open"} /* or closed */'
  const broken = {
    ...{ contract: '', mistakes: [], original: tokenize('{"status":"open"}'), text, mustBeLeft: true },
    edits: [{ start: 17, end: 17, insert: ' /* or closed */' }],
  }
  const score = (repaired: string) => scoreRepair(broken, { text: repaired, isValid: true })

  test('is left only if it is not rewritten', () => {
    expect(score(text)).toBe('left')
    expect(score('{"status":"open"}')).toBe('lost')
    expect(score('{"status":"open or closed"}')).toBe('changed')
  })
})

describe('cutTexts()', () => {
  const example = new URL('../../../../docs/examples/valid/risk.v1.json', import.meta.url)
  const texts = { 'risk.v1': readFileSync(example, 'utf8') }
  const cut = Array.from(cutTexts({ texts, isValidText }))

  test('cuts after each character, with each ending', () => {
    expect(new Set(cut.flatMap(({ mistakes: [ending] }) => ending))).toEqual(
      new Set(cutEndings.map(({ name }) => name)),
    )
    expect(cut.length).toBe(texts['risk.v1'].length * cutEndings.length)
    expect(new Set(cut.map(({ text }) => text)).size).toBe(cut.length)
  })

  test('cuts in larger steps', () => {
    const few = Array.from(cutTexts({ texts, step: 100, isValidText }))
    expect(few.length).toBe(Math.ceil(texts['risk.v1'].length / 100) * cutEndings.length)
  })
})

describe('typedValuesIn()', () => {
  const text =
    '{"schema":"review.v1","verdict":"pass","findings":[{"severity":"low"}],"metrics":{"verdict":"x"}}'
  const json = { ...tokenize(text), contract: 'review.v1' }

  test('finds the schemas of members and items through references, and none in open objects', () => {
    const words = typedValuesIn(json).map(({ token }) => text.slice(token.start, token.end))
    expect(words).toEqual(['{', '"review.v1"', '"pass"', '[', '{', '"low"', '{'])
  })

  test('enumValuesIn() names the other allowed words', () => {
    expect(enumValuesIn(json).map(({ word, others }) => [word, ...others])).toEqual([
      ['pass', 'pass-with-comments', 'block'],
      ['low', 'critical', 'high', 'medium', 'info'],
    ])
  })
})
