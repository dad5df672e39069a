import { mkdirSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { openContracts } from '@workbench/contracts'

const repository = new URL('../../../../', import.meta.url)
const packaged = openContracts()

const schema = {
  type: 'object',
  required: ['schema', 'name'],
  properties: { schema: { const: 'note.v1' }, name: { type: 'string', maxLength: 5 } },
}

/** The example of a contract whose directory has this file as its example. */
function exampleWith(text?: string): unknown {
  const directory = join(mkdtempSync(join(tmpdir(), 'example-')), 'schemas')
  mkdirSync(directory)
  writeFileSync(join(directory, 'note.v1.schema.json'), JSON.stringify(schema))
  mkdirSync(join(directory, '../examples'))
  if (text !== undefined) writeFileSync(join(directory, '../examples/note.v1.json'), text)
  return openContracts({ directory }).get<string>('note.v1').example
}

describe('The example of a contract', () => {
  it.each(packaged.ids)('is the artifact of the documentation for %s', (id) => {
    const contract = packaged.get<string>(id)
    const text = readFileSync(new URL(`docs/examples/valid/${id}.json`, repository), 'utf8')
    expect(contract.example).toEqual(JSON.parse(text))
    expect(contract.is(contract.example)).toBe(true)
  })

  it('is the file in the folder of examples', () => {
    expect(exampleWith('{"schema":"note.v1","name":"Ann"}')).toEqual({ schema: 'note.v1', name: 'Ann' })
  })

  it.each([
    ['there is no file', undefined],
    ['the file is invalid', '{"schema":"note.v1","name":"Annabelle"}'],
    ['the file is no JSON', '{"schema":"note.v1","name":"Ann"'],
    ['the file repeats a member', '{"schema":"note.v1","name":"Ann","name":"Bob"}'],
  ])('is made from the schema if %s', (_, text) => {
    expect(exampleWith(text)).toEqual({ schema: 'note.v1', name: '…' })
  })
})
