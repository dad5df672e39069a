import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { openContracts } from '@workbench/contracts'

import { differences } from '../json/differences.ts'
import { classes, makeCorpus } from './corpus.ts'
import { writeText } from './write-text.ts'

const directory = fileURLToPath(new URL('../../../schemas', import.meta.url))
const examples = fileURLToPath(new URL('../../../docs/examples/valid', import.meta.url))
const contracts = openContracts({ directory })

const read = (folder: string, extension: string) =>
  Object.fromEntries(
    readdirSync(folder).map((file) => [
      file.replace(extension, ''),
      JSON.parse(readFileSync(`${folder}/${file}`, 'utf8')) as Record<string, unknown>,
    ]),
  )
const material = { schemas: read(directory, '.schema.json'), examples: read(examples, '.json') }
const corpus = makeCorpus(material)

it('makeCorpus() makes at least 600 different texts over all contracts', () => {
  expect(new Set(corpus.map(({ text }) => text)).size).toBeGreaterThanOrEqual(600)
  expect([...new Set(corpus.map(({ contract }) => contract))]).toEqual(contracts.ids)
})

it('makeCorpus() uses every class of mistakes, alone and with others', () => {
  const names = classes.map(({ name }) => name)
  const alone = new Set(corpus.filter((each) => each.classes.length === 1).flatMap((each) => each.classes))
  const combined = new Set(corpus.filter((each) => each.classes.length > 1).flatMap((each) => each.classes))
  // The contracts accept US dates: alone, they break nothing.
  expect(names.filter((name) => !alone.has(name))).toEqual(['US date'])
  expect(names.filter((name) => !combined.has(name))).toEqual([])
})

it('makeCorpus() makes one to four mistakes in each artifact', () => {
  const counts = new Set(corpus.map((each) => each.classes.length))
  expect([...counts].sort()).toEqual([1, 2, 3, 4])
})

it('makeCorpus() makes the same corpus in every run', () => {
  expect(makeCorpus(material)).toEqual(corpus)
})

it('every original is valid', () => {
  const invalid = corpus.filter(({ contract, original }) => !contracts.get(contract).is(original))
  expect(invalid.map(({ id, classes }) => [id, classes])).toEqual([])
})

it('every broken artifact is invalid', () => {
  const valid = corpus.filter(({ contract, text }) => contracts.get(contract).validateText(text).valid)
  expect(valid.map(({ id, classes }) => [id, classes])).toEqual([])
})

it('every text without a mistake in it is the written value', () => {
  const plain = corpus.filter(({ isTextual }) => !isTextual)
  expect(plain.filter(({ text, written }) => differences(JSON.parse(text), written).length > 0)).toEqual([])
})

it('the written value differs from the original at the pointers of the mistakes only', () => {
  const elsewhere = corpus.flatMap(({ id, original, written, touched }) =>
    differences(original, written)
      .filter((pointer) => !touched.flat().some((each) => `${pointer}/`.startsWith(`${each}/`)))
      .map((pointer) => [id, pointer]),
  )
  expect(elsewhere).toEqual([])
})

it.each(classes.filter((mistake) => 'edits' in mistake).map(({ name }) => name))(
  'a text with the mistake %s has a range for it',
  (name) => {
    const cases = corpus.filter((each) => each.classes.includes(name))
    for (const { written, indent, textMistakes, text } of cases) {
      const { ranges, text: again } = writeText(written, indent, textMistakes)
      expect(again).toBe(text)
      const rangesOfMistake = [...ranges].find(([mistake]) => mistake.name === name)?.[1]
      expect(
        rangesOfMistake?.every(({ start, end }) => start >= 0 && start <= end && end <= text.length),
      ).toBe(true)
    }
  },
)

it('content behind the end of a truncated text is not written, and what begins before it is', () => {
  const truncated = corpus.filter(({ classes: [name, ...others] }) => name === 'truncated' && !others.length)
  for (const { text, unwritten, written } of truncated) {
    const names = Object.keys(written as object)
    const isWritten = (name: string) => !unwritten.includes(`/${name}`)
    expect(names.map(isWritten)).toEqual(names.map((name) => text.includes(`"${name}`)))
  }
})
