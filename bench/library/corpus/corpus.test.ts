import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

import { openContracts } from '@workbench/contracts'
import { Ajv2020 } from 'ajv/dist/2020.js'

import { COUNT, makeCorpus, SIZES } from './corpus.ts'

const directory = fileURLToPath(new URL('../../../schemas', import.meta.url))
const schemas = Object.fromEntries(
  readdirSync(directory).map((file) => [
    file.replace('.schema.json', ''),
    JSON.parse(readFileSync(`${directory}/${file}`, 'utf8')) as Record<string, unknown>,
  ]),
)
const corpus = makeCorpus(schemas)
const contracts = openContracts({ directory })
const ajv = new Ajv2020({ strict: false, validateFormats: false, schemas: Object.values(schemas) })

it('makeCorpus() generates artifacts of every contract', () => {
  expect(Object.keys(corpus).sort()).toEqual(Object.keys(schemas).sort())
})

it('makeCorpus() generates the same texts in every run', () => {
  expect(makeCorpus(schemas)).toEqual(corpus)
})

describe.each(Object.entries(corpus))('the artifacts of %s', (id, { valid, broken }) => {
  const { is } = contracts.get(id)
  const theirs = (text: string) => ajv.validate(`${id}.schema.json`, JSON.parse(text))

  it('are at least 64, and all different', () => {
    expect(COUNT).toBeGreaterThanOrEqual(64)
    expect(new Set(valid).size).toBe(COUNT)
    expect(new Set(broken).size).toBe(COUNT)
  })

  it('are within the size range of real artifacts', () => {
    const sizes = valid.map((text) => Buffer.byteLength(text))
    expect(Math.min(...sizes)).toBeGreaterThanOrEqual(SIZES.least)
    expect(Math.max(...sizes)).toBeLessThanOrEqual(SIZES.most)
  })

  it('differ in their optional members, and sometimes in the order of members', () => {
    const names = valid.map((text) => Object.keys(JSON.parse(text) as object))
    const sets = new Set(names.map((list) => [...list].sort().join()))
    expect(sets.size).toBeGreaterThan(1)
    const other = names.filter(([first]) => first !== 'schema').length
    expect(other).toBeGreaterThan(0)
    expect(other).toBeLessThan(COUNT / 4)
  })

  it('are valid or invalid according to this library and to Ajv', () => {
    expect(valid.filter((text) => !is(JSON.parse(text)) || !theirs(text))).toEqual([])
    expect(broken.filter((text) => is(JSON.parse(text)) || theirs(text))).toEqual([])
  })
})
