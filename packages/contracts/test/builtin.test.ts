import { readdirSync, readFileSync } from 'node:fs'

import * as builtin from '../src/builtin.ts'
import { contractsFrom } from '../src/catalog/built-in/built-in-contracts.ts'
import * as schemas from '../src/catalog/built-in/schemas.ts'
import { openContracts as openWithoutFiles } from '../src/no-files.ts'
import { openContracts } from '../src/index.ts'

const directory = new URL('../../../schemas/', import.meta.url)
const files = readdirSync(directory)
const { contracts, ...byName } = builtin

describe('@workbench/contracts/builtin', () => {
  it('exports each contract of schemas/ once, and all of them', () => {
    const ids = files.map((file) => file.replace('.schema.json', ''))
    const exported = Object.values(byName).map(({ id }) => id)
    expect([exported.toSorted(), contracts.ids]).toEqual([ids, ids])
  })

  it.each(Object.values(byName))('$id has the schema of its file and the same verdicts', ({ id, ...own }) => {
    const file = JSON.parse(readFileSync(new URL(`${id}.schema.json`, directory), 'utf8')) as unknown
    const fromFile = openContracts().get<string>(id)
    expect([own.schema, contracts.get<string>(id).schema]).toEqual([file, file])
    const broken = { ...(fromFile.example as object), producedBy: 1 }
    for (const value of [fromFile.example, broken, {}])
      expect(own.validate(value)).toEqual(fromFile.validate(value))
    expect(own['~standard'].jsonSchema.input({ target: 'draft-07' })).toEqual(
      fromFile['~standard'].jsonSchema.input({ target: 'draft-07' }),
    )
  })
})

describe('openContracts() of the build without access to files', () => {
  it('opens the contracts of the package', () => {
    const opened = openWithoutFiles({ maxViolations: 1 })
    expect([opened.ids, opened.areBuiltIn, opened.directory]).toEqual([
      contracts.ids,
      true,
      '@workbench/contracts',
    ])
    expect(opened.get('finding.v1').validate({})).toMatchObject({ more: 7 })
    expect(opened.list().flatMap(({ problems }) => problems)).toEqual([])
  })

  it('sorts the contracts by their ids', () => {
    expect(contractsFrom([schemas.riskV1, schemas.adrV1]).ids).toEqual(['adr.v1', 'risk.v1'])
  })

  it('rejects a directory', () => {
    expect(() => openWithoutFiles({ directory: 'schemas' })).toThrow(
      'Cannot list the contracts in schemas: this build of @workbench/contracts has no access to files',
    )
  })
})
