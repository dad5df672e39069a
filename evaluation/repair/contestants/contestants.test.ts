import { readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { fileURLToPath } from 'node:url'

import { readContracts } from '../../../bench/library/read-contracts.ts'
import { ajv } from './ajv.ts'
import { ata } from './ata.ts'
import type { Contestant } from './contestant.ts'
import { hyperjump } from './hyperjump.ts'
import { parseJson } from './json-parse.ts'
import { jsonrepair } from './jsonrepair.ts'
import { sourcemeta } from './sourcemeta.ts'
import { workbench } from './workbench.ts'

const path = (name: string) => fileURLToPath(new URL(`../../../${name}`, import.meta.url))
const directory = path('schemas')
const setup = { directory, schemas: readContracts(directory) }
const contestants: readonly Contestant[] = [
  workbench(setup),
  ajv(setup),
  sourcemeta(setup, tmpdir()),
  hyperjump(setup),
  ata(setup),
  jsonrepair(setup),
]
const each = contestants.map((contestant) => [contestant.name, contestant] as const)
const text = readFileSync(path('docs/examples/valid/risk.v1.json'), 'utf8')
const risk = JSON.parse(text) as Record<string, unknown>
const without = (...names: string[]) =>
  Object.fromEntries(Object.entries(risk).filter(([name]) => !names.includes(name)))

describe.each(each)('%s', (name, { answer, restore }) => {
  it('has no violations for a valid artifact', async () => {
    expect(await answer('risk.v1', text)).toMatchObject({ violations: [] })
  })

  it('names the location and the keyword of a violation', async () => {
    const { violations, length } = await answer('risk.v1', JSON.stringify({ ...risk, status: 'Open' }))
    expect(violations).toContainEqual(expect.objectContaining({ path: '/status', keyword: 'enum' }))
    expect(length).toBeGreaterThan(0)
  })

  it('reports a text that is not JSON, with the line, or recovers it', async () => {
    const answered = await answer('risk.v1', text.replace('"risk.v1",', '"risk.v1"'))
    expect(answered.violations[0] ?? answered.recovered).toMatchObject(
      name.startsWith('jsonrepair') ? risk : { keyword: 'syntax', line: 3 },
    )
  })

  it('restores nothing silently that it cannot restore', async () => {
    expect(await restore?.('risk.v1', JSON.stringify(without('owner')))).toBeUndefined()
  })
})

const naming = each.filter(([name]) => !name.startsWith('@hyperjump'))

it.each(naming)('%s names a missing and an unexpected member', async (_, { answer }) => {
  const missing = await answer('risk.v1', JSON.stringify(without('owner')))
  expect(missing.violations).toContainEqual(expect.objectContaining({ path: '/owner', keyword: 'required' }))
  const unexpected = await answer('risk.v1', JSON.stringify({ ...risk, notes: 'x' }))
  expect(unexpected.violations).toContainEqual(
    expect.objectContaining({ path: '/notes', keyword: 'additionalProperties' }),
  )
})

it('ajv returns the template of a missing member, from the schema in its answer', async () => {
  const { violations } = await ajv(setup).answer('risk.v1', JSON.stringify(without('impactEur', 'status')))
  expect(violations.map(({ template }) => template)).toEqual([1, 'open'])
})

it.each([
  ['{"a":1,}', 1, 8],
  ['{\n "a": NaN\n}', 2, 7],
  ['{"a":', 1, 6],
  ['```json\n{}', 1, 1],
])('parseJson() finds the location of the error in %j', (broken, line, column) => {
  expect(parseJson(broken)).toMatchObject({ rejection: { violations: [{ line, column }] } })
})
