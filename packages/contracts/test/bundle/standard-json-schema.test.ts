import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import { asSchema } from '@ai-sdk/provider-utils'
import type { StandardJSONSchemaV1, StandardSchemaV1 } from '@standard-schema/spec'
import { Ajv } from 'ajv'
import { Ajv2020 } from 'ajv/dist/2020.js'

import { compileSchema, type FindingV1, openContracts } from '../../src/index.ts'

const contracts = openContracts()
const ajvOptions = { strict: true, strictRequired: false, validateFormats: false } as const

/** Writes contract files that need an edit of their references, and opens the first one. */
function contractOf(first: Record<string, unknown>, other: Record<string, unknown> = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'workbench-'))
  writeFileSync(join(directory, 'first.v1.schema.json'), JSON.stringify(first))
  writeFileSync(join(directory, 'other.v1.schema.json'), JSON.stringify(other))
  return openContracts({ directory }).get<string>('first.v1')
}

describe('the Standard JSON Schema of a contract', () => {
  it('has the types of the specification', () => {
    const finding: StandardJSONSchemaV1<FindingV1> & StandardSchemaV1<unknown, FindingV1> =
      contracts.get('finding.v1')
    expect(finding['~standard']).toMatchObject({ version: 1, vendor: 'workbench' })
  })

  it.each(contracts.ids)('%s accepts its example and rejects an empty object in both drafts', (id) => {
    const { example, '~standard': standard } = contracts.get<string>(id)
    for (const [target, ajv] of [
      ['draft-2020-12', new Ajv2020(ajvOptions)],
      ['draft-07', new Ajv(ajvOptions)],
    ] as const) {
      for (const schema of [standard.jsonSchema.input({ target }), standard.jsonSchema.output({ target })]) {
        const accepts = ajv.compile(schema)
        expect([accepts(example), accepts({})]).toEqual([true, false])
        expect(JSON.stringify(schema)).not.toMatch(/\.schema\.json/)
      }
    }
  })

  it('contains the schemas to which the contract refers', () => {
    const { jsonSchema } = contracts.get('review.v1')['~standard']
    expect(jsonSchema.input({ target: 'draft-2020-12' })).toMatchObject({
      $schema: 'https://json-schema.org/draft/2020-12/schema',
      properties: { findings: { items: { $ref: '#/$defs/finding.v1' } } },
      $defs: {
        'finding.v1': { properties: { evidence: { items: { $ref: '#/$defs/finding.v1/$defs/evidence' } } } },
      },
    })
    expect(jsonSchema.input({ target: 'draft-07' })).toMatchObject({
      $schema: 'http://json-schema.org/draft-07/schema#',
      properties: { findings: { items: { $ref: '#/definitions/finding.v1' } } },
      definitions: {
        'finding.v1': {
          properties: { evidence: { items: { $ref: '#/definitions/finding.v1/definitions/evidence' } } },
        },
      },
    })
  })

  it('keeps its own definitions, and refers to itself as the root', () => {
    const contract = contractOf(
      {
        $defs: { 'other.v1': { type: 'string' } },
        properties: {
          child: { $ref: 'first.v1.schema.json' },
          own: { $ref: '#/$defs/other.v1' },
          other: { $ref: './other.v1.schema.json' },
        },
      },
      { properties: { back: { $ref: 'first.v1.schema.json#/$defs/other.v1' } } },
    )
    expect(contract['~standard'].jsonSchema.input({ target: 'draft-2020-12' })).toEqual({
      $defs: {
        'other.v1': { type: 'string' },
        'other.v1_': { properties: { back: { $ref: '#/$defs/other.v1' } } },
      },
      properties: {
        child: { $ref: '#' },
        own: { $ref: '#/$defs/other.v1' },
        other: { $ref: '#/$defs/other.v1_' },
      },
    })
  })

  it('has "$ref" in "allOf" if other keywords are beside it, in draft 7', () => {
    const contract = contractOf({
      properties: { $defs: { maxLength: 3 }, text: { $ref: '#/properties/$defs', type: 'string' } },
    })
    expect(contract['~standard'].jsonSchema.input({ target: 'draft-07' })).toEqual({
      properties: {
        $defs: { maxLength: 3 },
        text: { allOf: [{ $ref: '#/properties/$defs' }], type: 'string' },
      },
    })
  })

  it('refers to a percent-encoded "$defs" in draft 7', () => {
    const contract = contractOf({
      type: 'object',
      $defs: { 'a b': { type: 'string' } },
      properties: { text: { $ref: '#/%24defs/a%20b' } },
    })
    const schema = contract['~standard'].jsonSchema.input({ target: 'draft-07' })
    expect(schema).toMatchObject({ properties: { text: { $ref: '#/definitions/a%20b' } } })
    expect(new Ajv(ajvOptions).compile(schema)({ text: 1 })).toBe(false)
  })

  it('is a copy that the caller may change', () => {
    const { schema, '~standard': standard } = contracts.get('finding.v1')
    const before = JSON.stringify(schema)
    const copy = standard.jsonSchema.input({ target: 'draft-2020-12' }) as { required: string[] }
    copy.required.length = 0
    expect(JSON.stringify(schema)).toBe(before)
    expect(standard.jsonSchema.input({ target: 'draft-2020-12' })['required']).toHaveLength(8)
  })

  it.each(['openapi-3.0', 'draft-04', ''])('throws for the target %j', (target) => {
    const { jsonSchema } = contracts.get('finding.v1')['~standard']
    const message = `Expected the target "draft-2020-12" or "draft-07"; received ${JSON.stringify(target)}`
    expect(() => jsonSchema.input({ target })).toThrow(new TypeError(message))
    expect(() => jsonSchema.output({ target })).toThrow(TypeError)
  })

  it('of a schema that compileSchema() compiled contains the schemas to which it refers', () => {
    const root = { $id: 'https://example.com/a.json', items: { $ref: 'b.json' }, type: 'array' }
    const other = { $id: 'https://example.com/b.json', type: 'string', maxLength: 1 }
    const { jsonSchema } = compileSchema(root, { schemas: [other] })['~standard']
    expect(jsonSchema.input({ target: 'draft-2020-12' })).toEqual({
      type: 'array',
      items: { $ref: '#/$defs/b.json' },
      $defs: { 'b.json': { type: 'string', maxLength: 1 } },
    })
    const byUrl = { type: 'array', items: { $ref: other.$id } }
    const absolute = compileSchema(byUrl, { schemas: [other] })['~standard'].jsonSchema
    const accepts = new Ajv2020(ajvOptions).compile(absolute.input({ target: 'draft-2020-12' }))
    expect([accepts(['a']), accepts(['ab'])]).toEqual([true, false])
  })

  it('writes {} where an object may have any other member', () => {
    const schema = {
      properties: { open: { type: 'object' }, any: { type: ['object', 'null'], additionalProperties: true } },
      additionalProperties: false,
    }
    const { jsonSchema } = compileSchema(schema)['~standard']
    for (const target of ['draft-2020-12', 'draft-07'])
      expect(jsonSchema.input({ target })).toEqual({
        properties: {
          open: { type: 'object', additionalProperties: {} },
          any: { type: ['object', 'null'], additionalProperties: {} },
        },
        additionalProperties: false,
      })
  })
})

describe('a contract that is passed to the AI SDK', () => {
  const review = contracts.get('review.v1')
  const schema = asSchema(review)

  it('gives the model a schema without references to other files', async () => {
    const given = (await schema.jsonSchema) as Record<string, unknown>
    expect(given).toMatchObject({
      type: 'object',
      title: 'Review',
      required: expect.arrayContaining(['verdict']) as unknown,
    })
    expect(new Ajv(ajvOptions).compile(given)({ schema: 'review.v1' })).toBe(false)
  })

  it('validates the value', async () => {
    expect(await schema.validate?.(review.example)).toEqual({ success: true, value: review.example })
    expect(await schema.validate?.({})).toMatchObject({
      success: false,
      error: { cause: expect.arrayContaining([expect.objectContaining({ path: ['schema'] })]) as unknown },
    })
  })

  it('keeps objects with any members open', async () => {
    const open = { additionalProperties: {} }
    expect(await asSchema(contracts.get('review.v1')).jsonSchema).toMatchObject({
      properties: { metrics: open },
    })
    expect(await asSchema(contracts.get('plan.v1')).jsonSchema).toMatchObject({
      properties: { waves: { items: { properties: { gate: open } } } },
    })
  })
})
