import { fileURLToPath } from 'node:url'

import { openContracts } from '@workbench/contracts'
import { Ajv2020 } from 'ajv/dist/2020.js'

import { readContracts } from '../read-contracts.ts'
import { COUNT, makeCorpus, type Shapes, SIZES, type Texts } from './corpus.ts'

const directory = fileURLToPath(new URL('../../../schemas', import.meta.url))
const schemas = readContracts(directory)
const contracts = openContracts({ directory })
const ajv = new Ajv2020({ strict: false, validateFormats: false, schemas: Object.values(schemas) })
const SHAPES: readonly Shapes[] = ['many', 'eight', 'one', 'ordered']
const corpora = new Map(SHAPES.map((shapes) => [shapes, makeCorpus(schemas, shapes)]))

const numberOfShapes = ({ valid }: Texts): number =>
  new Set(valid.map((text) => Object.keys(JSON.parse(text) as object).join())).size

it.each(SHAPES)('makeCorpus() generates artifacts of every contract, of %s shapes', (shapes) => {
  expect(Object.keys(corpora.get(shapes) ?? {}).sort()).toEqual(Object.keys(schemas).sort())
})

it.each(SHAPES)('makeCorpus() generates the same texts in every run, of %s shapes', (shapes) => {
  expect(makeCorpus(schemas, shapes)).toEqual(corpora.get(shapes))
})

describe.each(
  [...corpora].flatMap(([shapes, corpus]) =>
    Object.entries(corpus).map(([id, texts]) => ({ shapes, id, ...texts })),
  ),
)('the artifacts of $id, of $shapes shapes', ({ shapes, id, valid, broken }) => {
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

  it('have as many shapes as demanded', () => {
    const [least, most] = { one: [1, 1], ordered: [1, 1], eight: [5, 8], many: [9, COUNT] }[shapes]
    const count = numberOfShapes({ valid, broken })
    expect(count).toBeGreaterThanOrEqual(least ?? NaN)
    expect(count).toBeLessThanOrEqual(most ?? NaN)
  })

  it('are valid or invalid according to this library and to Ajv', () => {
    expect(valid.filter((text) => !is(JSON.parse(text)) || !theirs(text))).toEqual([])
    expect(broken.filter((text) => is(JSON.parse(text)) || theirs(text))).toEqual([])
  })
})

it('of the artifacts of many shapes, some have their members in another order', () => {
  for (const { valid } of Object.values(corpora.get('many') ?? {})) {
    const others = valid.filter((text) => Object.keys(JSON.parse(text) as object)[0] !== 'schema')
    expect(others.length).toBeGreaterThan(0)
    expect(others.length).toBeLessThan(COUNT / 4)
  }
})

it('of the artifacts of ordered shapes, all have their members in the order of the schema', () => {
  for (const [id, { valid }] of Object.entries(corpora.get('ordered') ?? {})) {
    const order = Object.keys(schemas[id]?.['properties'] ?? {})
    for (const text of valid) {
      const names = Object.keys(JSON.parse(text) as object)
      expect(names).toEqual(order.filter((name) => names.includes(name)))
    }
  }
})
