import { Ajv2020 } from 'ajv/dist/2020.js'

import { isConstrainedAfter } from '../../src/recovery/constraint.ts'

function isConstrained(schema: object, prefix: string, value: unknown): boolean {
  const validate = new Ajv2020({ allErrors: true, strict: false }).compile(schema)
  return isConstrainedAfter(prefix, value, (changed) => {
    validate(changed)
    return (validate.errors ?? []).map(() => ({ path: '', about: 'value', value, isConditional: false }))
  })
}

const object = (properties: object) => ({ type: 'object', properties })
const INTEGER = { type: 'integer' }

function nested(depth: number): unknown {
  let value: unknown = 1
  for (let level = 0; level < depth; level++) value = [value]
  return value
}

describe('a schema restricts what follows the start of a text', () => {
  it.each<[what: string, schema: object, prefix: string, value: unknown]>([
    ['the value', { type: 'object' }, '', { a: 1 }],
    ['the last member', object({ a: INTEGER }), '{"a": 1', { a: 1, b: 2 }],
    ['the next member', object({ b: INTEGER }), '{"a": 1', { a: 1, b: 2 }],
    ['the first member, if none is complete', object({ a: INTEGER }), '{', { a: 1, b: 2 }],
    ['a member that is a text', object({ a: { type: 'string' } }), '{"a": "x', { a: 'xy' }],
    ['a member that is a boolean', object({ a: { type: 'boolean' } }), '{"a": true', { a: true }],
    ['a member that is an object', object({ a: { type: 'object' } }), '{"b": 1, "a": {}', { b: 1, a: {} }],
    ['an item', { items: INTEGER }, '[1, 2', [1, 2, 3]],
    ['a member of a member', object({ a: object({ y: INTEGER }) }), '{"a": {"x": 1', { a: { x: 1, y: 2 } }],
    ['an item of a member', object({ a: { items: INTEGER } }), '{"a": [1', { a: [1, 2], b: 1 }],
    ['a member of an item', { items: object({ a: INTEGER }) }, '[{"a": 1}, {"a": 2', [{ a: 1 }, { a: 2 }]],
  ])('%s', (_, schema, prefix, value) => {
    expect(isConstrained(schema, prefix, value)).toBe(true)
  })
})

describe('a schema does not restrict what follows the start of a text', () => {
  it.each<[what: string, schema: object, prefix: string, value: unknown]>([
    ['because it accepts everything', {}, '{"a": 1', { a: 1, b: 2 }],
    ['because only a later member has a type', object({ c: INTEGER }), '{"a": 1', { a: 1, b: 2, c: 3 }],
    [
      'because only an earlier member has a type',
      object({ a: INTEGER }),
      '{"a": 1, "b": 2',
      { a: 1, b: 2, c: 3 },
    ],
    [
      'because only the parent has a type',
      object({ b: INTEGER }),
      '{"a": {"x": 1',
      { a: { x: 1, y: 2 }, b: 3 },
    ],
    ['because the value is a scalar', INTEGER, '12', 12],
    ['because it already fails', object({ a: { type: 'string' }, b: {} }), '{"a": 1', { a: 1, b: 2 }],
  ])('%s', (_, schema, prefix, value) => {
    expect(isConstrained(schema, prefix, value)).toBe(false)
  })
})

test('a schema can restrict what follows in 500 containers, and the value stays as it is', () => {
  const schema = { type: ['array', 'integer'], items: { $ref: '#' } }
  const value = nested(500)
  expect(isConstrained(schema, '['.repeat(500), value)).toBe(true)
  expect(value).toEqual(nested(500))
})
