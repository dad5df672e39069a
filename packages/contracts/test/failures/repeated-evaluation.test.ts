import { compileSchema, SchemaError } from '@workbench/contracts'

const TOO_OFTEN = /evaluates one schema more than 16 times for the same value/

describe('a schema that is evaluated several times for each value', () => {
  it.each<[string, object]>([
    [
      'by "$ref" and "if" of a recursive schema',
      {
        $ref: '#/$defs/tree',
        $defs: {
          tree: {
            properties: {
              child: { $ref: '#/$defs/tree', if: { $ref: '#/$defs/tree' }, then: { type: 'object' } },
            },
          },
        },
      },
    ],
    [
      'by "if" and "then" of a recursive list',
      {
        $ref: '#/$defs/list',
        $defs: {
          list: { items: { if: { $ref: '#/$defs/list' }, then: { $ref: '#/$defs/list' } } },
        },
      },
    ],
    [
      'through members that only "additionalProperties" describes',
      {
        $ref: '#/$defs/map',
        $defs: {
          map: {
            additionalProperties: { $ref: '#/$defs/map' },
            if: { additionalProperties: { $ref: '#/$defs/map' } },
            then: { type: 'object' },
          },
        },
      },
    ],
    [
      'by 24 schemas that refer twice to the next one',
      {
        $ref: '#/$defs/s0',
        $defs: Object.fromEntries(
          Array.from({ length: 24 }, (_, level) => [
            `s${level}`,
            level === 23
              ? { type: 'object' }
              : {
                  properties: { a: { $ref: `#/$defs/s${level + 1}` } },
                  if: { properties: { a: { $ref: `#/$defs/s${level + 1}` } } },
                  then: {},
                },
          ]),
        ),
      },
    ],
  ])('%s is rejected', (_, schema) => {
    expect(() => compileSchema(schema)).toThrow(SchemaError)
    expect(() => compileSchema(schema)).toThrow(TOO_OFTEN)
  })

  it.each<[string, object]>([
    [
      'a tree whose nodes refer to the schema by several members',
      {
        properties: {
          left: { $ref: '#' },
          right: { $ref: '#' },
          children: { items: { $ref: '#' } },
        },
        additionalProperties: { $ref: '#' },
      },
    ],
    [
      'a recursive schema with a condition on other members',
      {
        properties: { kind: { enum: ['leaf', 'node'] }, child: { $ref: '#' } },
        if: { properties: { kind: { const: 'leaf' } } },
        then: { properties: { child: false } },
      },
    ],
    [
      'a schema that is referred to twice',
      {
        $ref: '#/$defs/a',
        if: { $ref: '#/$defs/a' },
        then: { type: 'object' },
        $defs: { a: { type: 'object' } },
      },
    ],
  ])('%s is accepted', (_, schema) => {
    expect(compileSchema(schema).is({})).toBe(true)
  })
})
