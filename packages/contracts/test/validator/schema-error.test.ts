import { Ajv2020 } from 'ajv/dist/2020.js'

import { compileSchema, formatProblem, SchemaError } from '@workbench/contracts'

import { problemsOf } from '../support/problems-of.ts'

const DRAFT = 'https://json-schema.org/draft/2020-12/schema'

/** The keywords that the contracts use, and the annotations of the draft. */
const SUPPORTED = [
  ...['$schema', '$id', '$ref', '$defs', 'title', 'description', 'default', 'format'],
  ...['$comment', 'examples', 'deprecated'],
  ...['type', 'const', 'enum', 'pattern', 'maxLength', 'minimum', 'maximum', 'minItems', 'required'],
  ...['properties', 'additionalProperties', 'items', 'if', 'then'],
]

/** Every other keyword of JSON Schema 2020-12. */
const UNSUPPORTED = [
  ...['$anchor', '$dynamicAnchor', '$dynamicRef', '$vocabulary'],
  ...['allOf', 'anyOf', 'oneOf', 'not', 'else', 'dependentSchemas'],
  ...['prefixItems', 'contains', 'patternProperties', 'propertyNames'],
  ...['unevaluatedItems', 'unevaluatedProperties'],
  ...['multipleOf', 'exclusiveMaximum', 'exclusiveMinimum', 'minLength', 'maxItems', 'uniqueItems'],
  ...['maxContains', 'minContains', 'maxProperties', 'minProperties', 'dependentRequired'],
  ...['readOnly', 'writeOnly'],
  ...['contentEncoding', 'contentMediaType', 'contentSchema'],
]

describe('a keyword', () => {
  test('of JSON Schema 2020-12 is either supported or rejected', () => {
    const ajv = new Ajv2020({ strict: false })
    const vocabularies = [
      'core',
      'applicator',
      'unevaluated',
      'validation',
      'meta-data',
      'format-annotation',
      'content',
    ]
    const standard = vocabularies.flatMap((name) => {
      const meta = ajv.getSchema(`https://json-schema.org/draft/2020-12/meta/${name}`)?.schema
      return Object.keys((meta as { properties: object }).properties)
    })
    expect([...SUPPORTED, ...UNSUPPORTED].sort()).toEqual(standard.sort())
  })

  test.each(UNSUPPORTED)('%s is rejected as outside the supported subset', (keyword) => {
    const message = `keyword "${keyword}" is outside the supported subset of JSON Schema; supported are `
    const problems = problemsOf({ $id: 'note.v1.schema.json', properties: { 'a/b': { [keyword]: {} } } })
    expect(problems).toEqual([
      {
        file: 'note.v1.schema.json',
        pointer: `/properties/a~1b/${keyword}`,
        keyword,
        message: expect.stringContaining(message) as string,
      },
    ])
    for (const name of SUPPORTED) expect(problems[0]?.message).toContain(name)
  })

  test.each([
    ['requried', 'required'],
    ['propertes', 'properties'],
    ['additionalproperties', 'additionalProperties'],
    ['additional_properties', 'additionalProperties'],
    ['Type', 'type'],
    ['max_length', 'maxLength'],
    ['minItem', 'minItems'],
    ['enums', 'enum'],
    ['ref', '$ref'],
    ['defs', '$defs'],
    ['descripton', 'description'],
    ['definitions', '$defs'],
    ['id', '$id'],
  ])('%s is rejected with the suggestion %s', (name, meant) => {
    expect(problemsOf({ [name]: {} })).toEqual([
      {
        file: 'schema',
        pointer: `/${name}`,
        keyword: name,
        message: `"${name}" is not a keyword of JSON Schema 2020-12; did you mean "${meant}"?`,
      },
    ])
  })

  test.each(['nullable', 'x-internal', 'discriminator', '__proto__', 'toString', ''])(
    '%j is rejected as unknown',
    (name) => {
      const schema = Object.fromEntries([[name, true]])
      expect(problemsOf(schema)).toMatchObject([{ file: 'schema', pointer: `/${name}`, keyword: name }])
      expect(problemsOf(schema)[0]?.message).toContain(
        'is not a keyword of JSON Schema 2020-12; supported are ',
      )
    },
  )

  test.each(
    Object.entries<readonly unknown[]>({
      type: ['strng', [], 5, ['string', 'text'], null, {}, true, 'toString'],
      enum: [[], {}, 'text', null, 5],
      required: ['a', {}, [1], [['a']], null, true],
      properties: [[], 'text', null, true, 5],
      $defs: [[], 'text', null, true],
      maxLength: [-1, 1.5, '3', null, NaN, Infinity],
      minItems: [-1, 1.5, '1', null, {}],
      minimum: ['1', null, true, NaN, Infinity, [0]],
      maximum: ['1', null, true, NaN, -Infinity, {}],
      pattern: ['[', '{', '\\-', '\\p{Foo}', '(?<a', 5, null, {}],
      items: [[], true, false, 5, null, 'text'],
      additionalProperties: [5, 'text', null, []],
      if: [true, 5, null, []],
      then: [false, 'text', null, []],
      $ref: [5, null, {}, '#anchor', '#/%', '#%2', 'text.schema.json#anchor'],
      $id: ['', 5, null, 'a#', 'a#/b', '#'],
      $schema: [
        `${DRAFT}#`,
        'http://json-schema.org/draft-07/schema#',
        'https://json-schema.org/draft/2019-09/schema',
        5,
        '',
      ],
      title: [5, null, {}],
      description: [5, null, ['text']],
      format: [5, null, true],
      $comment: [5, null, {}],
      examples: ['text', null, {}],
      deprecated: ['true', null, {}],
    }).flatMap(([keyword, values]) => values.map((value) => ({ keyword, value }))),
  )('$keyword is rejected with the value $value', ({ keyword, value }) => {
    const problems = problemsOf({ [keyword]: value })
    expect(problems).toMatchObject([{ pointer: `/${keyword}`, keyword }])
    expect(problems[0]?.message).toMatch(/must (be|have) /)
  })

  test.each([
    ['properties', { properties: { a: 5 } }, '/properties/a', 'properties'],
    ['$defs', { $defs: { a: true } }, '/$defs/a', '$defs'],
    ['items', { items: { items: [] } }, '/items/items', 'items'],
  ])('%s is rejected with a subschema that is not a schema', (_name, schema, pointer, keyword) => {
    expect(problemsOf(schema)).toMatchObject([{ file: 'schema', pointer, keyword }])
  })

  test.each(['$id', '$schema'])('%s is rejected below the root', (keyword) => {
    const value = keyword === '$id' ? 'inner.schema.json' : DRAFT
    expect(problemsOf({ [keyword]: value })).toEqual([])
    for (const [schema, at] of [
      [{ items: { [keyword]: value } }, '/items'],
      [{ properties: { a: { [keyword]: value } } }, '/properties/a'],
      [{ $defs: { a: { [keyword]: value } } }, '/$defs/a'],
    ] as const) {
      expect(problemsOf(schema)).toMatchObject([{ pointer: `${at}/${keyword}`, keyword }])
    }
  })

  test.each(['const', 'default'])('%s accepts any value', (keyword) => {
    for (const value of [null, false, 0, '', [], {}, { not: 'a schema' }]) {
      expect(problemsOf({ [keyword]: value })).toEqual([])
    }
  })
})

describe('SchemaError', () => {
  test.each([true, false, null, undefined, 5, 'text', [], [{}]])('is thrown for the schema %j', (schema) => {
    expect(problemsOf(schema)).toEqual([
      { file: 'schema', pointer: '', message: 'must be a schema: an object' },
    ])
  })

  test.each([
    '#/$defs/nothing',
    '#/$defs',
    '#/properties',
    '#/type',
    '#/enum/0',
    '#/default',
    '#/const/type',
    '#/$defs/open',
    '#/properties/yes',
    'nothing.schema.json',
    'nothing.schema.json#/$defs/a',
    'https://example.org/nothing.json',
    'other.schema.json#/$defs/nothing',
  ])('is thrown for $ref %s, which refers to no schema', ($ref) => {
    const schema = {
      $defs: { a: {} },
      type: 'object',
      enum: [{}],
      default: { type: 'string' },
      const: { type: {} },
      properties: { yes: true, here: { $ref } },
    }
    const schemas = { 'other.schema.json': { $defs: {} } }
    expect(problemsOf(schema, { schemas })).toMatchObject([
      { file: 'schema', pointer: '/properties/here/$ref', keyword: '$ref' },
    ])
  })

  test.each<[string, unknown]>([
    ['itself', { $ref: '#' }],
    ['one that refers back', { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/a' } } }],
    [
      'a cycle of three',
      { $defs: { a: { $ref: '#/$defs/b' }, b: { $ref: '#/$defs/c' }, c: { $ref: '#/$defs/a' } } },
    ],
    ['itself in if', { if: { $ref: '#' }, then: {} }],
    ['itself in then', { if: {}, then: { $ref: '#' } }],
  ])('is thrown for a schema that refers to %s for the same value', (_what, schema) => {
    const problems = problemsOf(schema)
    expect(problems).toHaveLength(1)
    expect(problems[0]?.message).toContain('refers back to itself for the same value')
  })

  test.each([
    ['first to last', (from: number) => from + 1],
    ['last to first', (from: number) => from - 1],
  ])('is thrown for a chain of 20,000 references, %s', (_, next) => {
    const indexes = Array.from({ length: 20_000 }, (_, index) => index)
    const $defs = Object.fromEntries(
      indexes.map((from) => {
        const to = next(from)
        return [`d${from}`, to in indexes ? { $ref: `#/$defs/d${to}` } : { type: 'string' }]
      }),
    )
    const problems = problemsOf({ $defs, $ref: '#/$defs/d10000' })
    expect(problems[0]).toMatchObject({ keyword: '$ref' })
    expect(problems[0]?.message).toContain('applies more than 64 schemas in a chain to the same value')
  })

  test('is not thrown for a chain of 60 references', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 60 }, (_, from) => [
        `d${from}`,
        from < 59 ? { $ref: `#/$defs/d${from + 1}` } : { type: 'string' },
      ]),
    )
    expect(compileSchema({ $defs, $ref: '#/$defs/d0' }).is('text')).toBe(true)
  })

  test('is thrown for two files that refer to each other for the same value', () => {
    const [problem, ...others] = problemsOf(
      { $ref: 'a' },
      { schemas: { a: { $ref: 'b' }, b: { $ref: 'a' } } },
    )
    expect(others).toEqual([])
    expect(['a', 'b']).toContain(problem?.file)
  })

  test('lists all problems of the schema and of the schemas that it refers to', () => {
    const schema = {
      $id: 'note.v1.schema.json',
      type: 'strng',
      minLength: 1,
      properties: { a: { patern: 'x' }, b: { $ref: 'text' }, c: { $ref: 'nothing' } },
    }
    const text = { oneOf: [], maxLength: -1, items: { enum: [] } }
    const locations = problemsOf(schema, { schemas: { text } }).map(
      ({ file, pointer }) => `${file}#${pointer}`,
    )
    expect(locations.sort()).toEqual([
      'note.v1.schema.json#/minLength',
      'note.v1.schema.json#/properties/a/patern',
      'note.v1.schema.json#/properties/c/$ref',
      'note.v1.schema.json#/type',
      'text#/items/enum',
      'text#/maxLength',
      'text#/oneOf',
    ])
  })

  test('has a message with one line of formatProblem() for each problem', () => {
    const schema = { $id: 'a.schema.json', allOf: [], items: { type: 'text' } }
    const problems = problemsOf(schema)
    expect(problems).toHaveLength(2)
    expect(() => compileSchema(schema)).toThrow(new SchemaError(problems))
    expect(new SchemaError(problems).message).toBe(problems.map(formatProblem).join('\n'))
    expect(formatProblem({ file: 'a', pointer: '/b', keyword: 'c', message: 'text' })).toBe('a#/b: text')
    expect(formatProblem({ file: 'a', pointer: '', message: 'text' })).toBe('a: text')
  })
})
