import { openContracts } from '../../src/index.ts'
import { type BrokenText, brokenTexts } from '@workbench/test-support/json-mistakes/broken-texts'
import { applyEdits, type Edit, insertAt } from '@workbench/test-support/json-mistakes/edits'
import { lostContent } from '@workbench/test-support/json-mistakes/lost-content'
import { mistakes } from '@workbench/test-support/json-mistakes/mistakes/index'
import { scoreRepair } from '@workbench/test-support/json-mistakes/score'
import { tokenize } from '@workbench/test-support/json-mistakes/tokens'

const contracts = openContracts()
const isValid = (id: string, artifact: unknown): boolean => contracts.get(id).is(artifact)
const names = mistakes.map(({ name }) => name)

describe('brokenTexts()', () => {
  const texts = Array.from(brokenTexts({ seed: 1, count: 10 * names.length, isValid }))

  test('breaks a valid artifact in each text', () => {
    for (const { contract, original, text } of texts) {
      expect(isValid(contract, JSON.parse(original.text))).toBe(true)
      expect(() => JSON.parse(text) as unknown).toThrow(SyntaxError)
    }
  })

  test.each(names)('has ten texts with the mistake "%s", which differ', (name) => {
    const of = texts.filter((broken) => broken.mistakes.includes(name))
    expect(new Set(of.map(({ text }) => text)).size).toBe(10)
  })

  test('uses all contracts, in one line and printed', () => {
    expect(new Set(texts.map(({ contract }) => contract)).size).toBe(11)
    const printed = texts.filter(({ original }) => original.text.trimEnd().includes('\n'))
    expect(printed.length / texts.length).toBeCloseTo(0.5, 1)
  })

  test('gives the same texts for the same seed, and others for another', () => {
    const first = (seed: number) => Array.from(brokenTexts({ seed, count: 5, isValid }), ({ text }) => text)
    expect(first(1)).toEqual(texts.slice(0, 5).map(({ text }) => text))
    expect(first(2)).not.toEqual(first(1))
  })

  test('makes two different mistakes in a text', () => {
    for (const broken of brokenTexts({ seed: 1, count: names.length, mistakesPerText: 2, isValid })) {
      expect(new Set(broken.mistakes).size).toBe(2)
      expect(applyEdits(broken.original.text, broken.edits)).toBe(broken.text)
    }
  })
})

describe('lostContent()', () => {
  test('the original has lost nothing', () => {
    // The last word of a text that is cut off is not a word of the original.
    const kinds = names.filter((name) => name !== 'end cut off')
    for (const broken of brokenTexts({ seed: 2, count: 10 * kinds.length, kinds, isValid }))
      expect({ broken, lost: lostContent(broken, broken.original.text) }).toEqual({ broken, lost: [] })
  })
})

describe('tokenize()', () => {
  test('finds the kind and the container of each token', () => {
    const { text, tokens } = tokenize('{"a:": [1, "x\\"y: "], "b": null}')
    expect(tokens.map(({ kind, start, end }) => `${kind} ${text.slice(start, end)}`)).toEqual([
      '{ {',
      'name "a:"',
      ': :',
      '[ [',
      'number 1',
      ', ,',
      'string "x\\"y: "',
      '] ]',
      ', ,',
      'name "b"',
      ': :',
      'literal null',
      '} }',
    ])
    expect(tokens.map(({ container }) => container)).toEqual([-1, 0, 0, 0, 3, 3, 3, 0, 0, 0, 0, 0, -1])
  })
})

describe('scoreRepair()', () => {
  const ORIGINAL = '{"path":"C:\\\\new","cost":1.50,"list":["one","two"]}'
  const broken = (...edits: readonly Edit[]): BrokenText => ({
    contract: '',
    mistakes: [],
    original: tokenize(ORIGINAL),
    edits,
    text: applyEdits(ORIGINAL, edits) ?? '',
  })
  const doubledComma = broken(insertAt(ORIGINAL.indexOf(',"list"'), ','))
  const score = (text: string, isReturnedAsValid = true, of = doubledComma) =>
    scoreRepair(of, { text, isValid: isReturnedAsValid })

  test('the original value with other white space and another order is restored', () => {
    expect(score(ORIGINAL.replaceAll(',', ' , '))).toBe('restored')
    expect(score('{"list":["one","two"],"cost":1.50,"path":"C:\\\\new"}')).toBe('restored')
  })

  test('the original value that is not returned as valid is left', () => {
    expect(score(ORIGINAL, false)).toBe('left')
    expect(score(doubledComma.text, false)).toBe('left')
  })

  test('another value, or another number literal, is changed or lost', () => {
    expect(score('{"path":"C:\\\\new","cost":1.50,"list":["two","one"]}')).toBe('changed')
    expect(score('{"path":"C:\\\\new","cost":1.50,"list":["two","one"]}', false)).toBe('changed')
    expect(score('{"path":"C:\\\\new","cost":1.5,"list":["one","two"]}')).toBe('lost')
  })

  test('a missing word, number or string is lost, whether the text is valid or not', () => {
    expect(score('{"path":"C:\\\\new","cost":1.50,"list":["one"]}')).toBe('lost')
    expect(score('{"path":"C:\\\\new","list":["one","two"', false)).toBe('lost')
    expect(score('{"path":"C:\\\\ new","cost":1.50,,"list":["one","two"]}', false)).toBe('lost')
  })

  test('what a mistake inserted does not count as content', () => {
    const commented = broken(insertAt(1, '/* not here */'))
    expect(score(ORIGINAL, true, commented)).toBe('restored')
    expect(score(ORIGINAL.replace('one","two', 'two","one'), true, commented)).toBe('changed')
  })

  test('a letter after a backslash can belong to the escape sequence or to the word', () => {
    const at = ORIGINAL.indexOf('\\')
    const unescaped = broken({ start: at, end: at + 1, insert: '' })
    expect(score(ORIGINAL, true, unescaped)).toBe('restored')
    expect(score(unescaped.text, true, { ...unescaped, text: '' })).toBe('changed')
  })
})
