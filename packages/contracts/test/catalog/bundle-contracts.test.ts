import { copyFileSync, mkdtempSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { Ajv2020 } from 'ajv/dist/2020.js'

import { bundleContracts, openContracts, validateArtifact } from '../../src/index.ts'
import { editorWith } from './editor.ts'

const repository = fileURLToPath(new URL('../../../..', import.meta.url))
const examples = join(repository, 'docs', 'examples')
const contracts = openContracts({ directory: join(repository, 'schemas') })
const schema = bundleContracts(contracts)

const artifacts = ['valid', 'broken'].flatMap((folder) =>
  readdirSync(join(examples, folder)).map((name) => ({
    name: `${folder}/${name}`,
    text: readFileSync(join(examples, folder, name), 'utf8'),
  })),
)

describe('bundleContracts()', () => {
  it('returns a schema that accepts and rejects the same values as the contracts', () => {
    const accepts = new Ajv2020({ strict: true, strictRequired: false, validateFormats: false }).compile(
      schema,
    )
    const parsed = artifacts.flatMap(({ name, text }) => {
      try {
        return [{ name, value: JSON.parse(text) as unknown }]
      } catch {
        return []
      }
    })
    expect(parsed.length).toBeGreaterThan(40)
    const disagreements = parsed.filter(
      ({ value }) => accepts(value) !== validateArtifact(contracts, JSON.stringify(value)).verdict.valid,
    )
    expect(disagreements.map(({ name }) => name)).toEqual([])
  })

  it('refers to nothing outside of the schema', () => {
    const references = [...JSON.stringify(schema).matchAll(/"\$(?:ref|id)":"([^"]*)"/g)].map(([, to]) => to)
    expect(references.length).toBeGreaterThan(contracts.ids.length)
    expect(references.filter((reference) => !reference?.startsWith('#/$defs/'))).toEqual([])
  })

  it('contains a contract that was added to the directory, with the contracts that it refers to', () => {
    const directory = mkdtempSync(join(tmpdir(), 'workbench-'))
    copyFileSync(
      join(repository, 'schemas/finding.v1.schema.json'),
      join(directory, 'finding.v1.schema.json'),
    )
    const note = {
      required: ['schema'],
      properties: {
        schema: { const: 'note.v1' },
        about: { $ref: './finding.v1.schema.json#/properties/severity' },
        after: { $ref: 'note.v1.schema.json' },
        first: { $ref: '#/properties/about' },
        // A value, not a reference.
        link: { const: { $ref: 'finding.v1.schema.json' } },
      },
    }
    writeFileSync(join(directory, 'note.v1.schema.json'), JSON.stringify(note))
    const bundle = bundleContracts(openContracts({ directory }))
    expect(bundle['properties']).toMatchObject({ schema: { enum: [...contracts.ids, 'note.v1'].sort() } })
    expect(bundle['$defs']).toMatchObject({
      'note.v1': {
        properties: {
          about: { $ref: '#/$defs/finding.v1/properties/severity' },
          after: { $ref: '#/$defs/note.v1' },
          first: { $ref: '#/$defs/note.v1/properties/about' },
          link: { const: { $ref: 'finding.v1.schema.json' } },
        },
      },
    })
  })
})

describe('an editor with the schema of all contracts', () => {
  const editor = editorWith(schema)

  it.each<[string, string, readonly string[]]>([
    ['the ids of the contracts', '{ "schema": "|" }', contracts.ids],
    [
      'the members of the contract that "schema" names',
      '{ "schema": "risk.v1", | }',
      contracts
        .get('risk.v1')
        .fields.map(({ path }) => path)
        .filter((path) => /^\w+$/.test(path) && path !== 'schema'),
    ],
    [
      'the allowed values',
      '{ "schema": "finding.v1", "severity": "|" }',
      ['critical', 'high', 'medium', 'low', 'info'],
    ],
    [
      'values of a contract that another one refers to',
      '{ "schema": "review.v1", "findings": [{ "severity": | }] }',
      ['critical', 'high', 'medium', 'low', 'info'],
    ],
    [
      'values of a part of another contract',
      '{ "schema": "compliance-check.v1", "evidence": [{ "kind": | }] }',
      ['file', 'command', 'url', 'standard', 'measurement'],
    ],
  ])('completes %s', async (_, text, expected) => {
    expect((await editor.completions(text)).sort()).toEqual([...expected].sort())
  })

  it.each(artifacts.filter(({ name }) => name.startsWith('valid/')))(
    'reports nothing in $name',
    async ({ text }) => {
      expect(await editor.diagnostics(text)).toEqual([])
    },
  )

  it.each(artifacts.filter(({ name }) => name.startsWith('broken/')))(
    'reports a problem in $name',
    async ({ text }) => {
      expect(await editor.diagnostics(text)).not.toEqual([])
    },
  )

  it('marks the text of each violation', async () => {
    const text = '{ "schema": "handoff.v1", "status": "finished", "sumary": "" }'
    expect(await editor.diagnostics(text)).toEqual(
      expect.arrayContaining([
        {
          at: '"finished"',
          message: expect.stringMatching(/^Value is not accepted\. Valid values: /) as string,
        },
        { at: '"sumary"', message: 'Property sumary is not allowed.' },
        { at: '{', message: 'Missing property "summary".' },
      ]),
    )
  })

  it('reports an unknown contract and a missing "schema"', async () => {
    expect(await editor.diagnostics('{ "schema": "finding.v9" }')).toMatchObject([{ at: '"finding.v9"' }])
    expect(await editor.diagnostics('{}')).toMatchObject([{ message: 'Missing property "schema".' }])
  })
})
