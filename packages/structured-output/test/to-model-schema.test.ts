import { contracts, findingV1, factV1, planV1, trackerItemV1 } from '@workbench/contracts/builtin'
import { compileSchema } from '@workbench/contracts'

import { type Target, toModelSchema } from '../src/index.ts'

const targets: readonly Target[] = ['openai-strict', 'anthropic', 'json-schema']

/** The schema of a contract with this member. */
const memberOf = (member: object, target: Target = 'openai-strict') =>
  toModelSchema(
    compileSchema({
      type: 'object',
      properties: { member },
      required: ['member'],
      additionalProperties: false,
    }),
    { target },
  ).properties['member']

describe('toModelSchema()', () => {
  it.each(targets)('writes the same closed schema of each contract each time for %s', (target) => {
    for (const id of contracts.ids) {
      const schema = toModelSchema(contracts.get<string>(id), { target })
      const text = JSON.stringify(schema)
      expect(text).toBe(JSON.stringify(toModelSchema(contracts.get<string>(id), { target })))
      expect(text).not.toMatch(/"\$ref"|"\$defs"|"if"|"default"|"title":"[A-Z]/)
      const count = (pattern: RegExp) => text.match(pattern)?.length
      expect(count(/"type":"object"/g)).toBe(count(/"additionalProperties":false/g))
    }
  })

  it('requires every member for openai-strict and json-schema, and leaves out those to omit', () => {
    for (const target of ['openai-strict', 'json-schema'] as const) {
      const { properties, required } = toModelSchema(findingV1, { omit: ['schema', 'producedBy'], target })
      expect(Object.keys(properties)).toEqual(required)
      expect([required.includes('id'), required.includes('schema'), required.length]).toEqual([
        true,
        false,
        13,
      ])
    }
  })

  it('leaves at most 24 members optional for anthropic, and makes the others nullable', () => {
    const names = Array.from({ length: 26 }, (_, index) => `m${index}`)
    const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
    const contract = compileSchema({ type: 'object', properties, additionalProperties: false })
    const schema = toModelSchema(contract, { target: 'anthropic' })
    expect(schema.required).toEqual(['m24', 'm25'])
    expect(schema.properties).toMatchObject({
      m23: { type: 'string' },
      m24: { description: 'Null leaves it out.', anyOf: [{ type: 'string' }, { type: 'null' }] },
    })
    expect(toModelSchema(findingV1, { target: 'anthropic' }).required).toEqual(
      (findingV1.schema as { readonly required: unknown }).required,
    )
  })

  it('keeps the bounds that a target has, and describes the others', () => {
    const title = { type: 'string', maxLength: 120, description: 'The finding in a few words.' }
    expect(memberOf(title)).toEqual({
      description: 'The finding in a few words. At most 120 characters.',
      type: 'string',
    })
    expect(memberOf(title, 'json-schema')).toEqual(title)
    const options = { type: 'array', items: { type: 'integer', minimum: 1 }, minItems: 2 }
    expect(memberOf(options)).toEqual(options)
    expect(memberOf(options, 'anthropic')).toEqual({
      type: 'array',
      description: 'At least 2 items.',
      items: { type: 'integer', description: 'At least 1.' },
    })
    expect(memberOf({ type: 'string', pattern: '^(?=a)' })).toEqual({
      type: 'string',
      description: 'It matches the regular expression ^(?=a).',
    })
    expect(toModelSchema(factV1, { target: 'openai-strict' }).properties['id']).toMatchObject({
      pattern: '^fact-[0-9]{4,}$',
    })
  })

  it('describes conditions and defaults', () => {
    const { description, anyOf } = toModelSchema(trackerItemV1).properties['flow'] ?? {}
    expect(description).toContain('If it is valid against {"required":["historyRead"]')
    expect(JSON.stringify(anyOf)).not.toContain('"then"')
    expect(memberOf({ type: 'string', default: 'EUR' })).toEqual({
      type: 'string',
      description: 'Default: "EUR".',
    })
  })

  it('writes objects with any members as JSON in a string', () => {
    const { waves } = toModelSchema(planV1, { target: 'openai-strict' }).properties
    expect((waves as { readonly items: { readonly properties: object } }).items.properties).toMatchObject({
      gate: {
        type: 'string',
        description: expect.stringContaining('A JSON object, written as text') as unknown,
      },
    })
    const prices = { type: 'object', additionalProperties: { type: 'number' } }
    expect(memberOf(prices)).toEqual({
      type: 'string',
      description: expect.stringContaining(JSON.stringify(prices)) as unknown,
    })
  })

  it('writes any value, mixed types and recursive schemas as a scalar or an object with JSON', () => {
    const recursive = compileSchema({
      type: 'object',
      properties: { tree: { $ref: '#/$defs/tree' } },
      additionalProperties: false,
      $defs: { tree: { type: 'array', items: { $ref: '#/$defs/tree' } } },
    })
    const tree = JSON.stringify(toModelSchema(recursive, { target: 'openai-strict' }).properties['tree'])
    for (const text of [
      JSON.stringify(memberOf({})),
      JSON.stringify(memberOf({ type: ['object', 'string'] })),
      tree,
    ])
      expect(text).toContain('"required":["json"]')
  })

  it.each([
    ['it has 11 levels of objects; at most 10', nested(11)],
    ['it has 5001 members in all objects; at most 5000', listed(5001)],
    [
      'it has 1001 values in all enums; at most 1000',
      { enum: Array.from({ length: 1001 }, (_, index) => index) },
    ],
    [
      'it has 16000 characters in an enum of more than 250 values; at most 15000',
      { enum: Array.from({ length: 400 }, (_, index) => String(index).padStart(40, 'x')) },
    ],
    [
      'characters in the names of members and in allowed values; at most 120000',
      { const: 'x'.repeat(120_000) },
    ],
  ])('rejects for openai-strict: %s', (message, member) => {
    expect(() => memberOf(member)).toThrow(message)
    expect(memberOf(member, 'json-schema')).toBeDefined()
  })

  it('rejects more than 16 unions for anthropic', () => {
    const members = Array.from(
      { length: 17 },
      (_, index) => [`m${index}`, { type: ['string', 'null'] }] as const,
    )
    const schema = { type: 'object', properties: Object.fromEntries(members), additionalProperties: false }
    expect(() => memberOf(schema, 'anthropic')).toThrow(
      'Cannot write a model schema for anthropic: it has 17 members and items with several types; at most 16',
    )
  })

  it('rejects contracts of other values than closed objects, and unknown members to omit', () => {
    expect(() => toModelSchema(compileSchema({ type: 'object' }))).toThrow(
      'the contract must describe an object with listed members and no others',
    )
    expect(() => toModelSchema(findingV1, { omit: ['author'] })).toThrow('Cannot omit "author"')
  })
})

/** An object with as many levels below it as the result has together with its container. */
function nested(levels: number): object {
  return levels === 1
    ? { type: 'string' }
    : { type: 'object', properties: { a: nested(levels - 1) }, required: ['a'], additionalProperties: false }
}

/** An object whose members are, together with the one that it is in, so many. */
function listed(count: number): object {
  const names = Array.from({ length: count - 1 }, (_, index) => `m${index}`)
  const properties = Object.fromEntries(names.map((name) => [name, { type: 'string' }]))
  return { type: 'object', properties, required: names, additionalProperties: false }
}
