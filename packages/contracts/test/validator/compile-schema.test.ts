import { Ajv2020 } from 'ajv/dist/2020.js'

import {
  compileSchema,
  type CompileOptions,
  formatProblem,
  formatViolations,
  SchemaError,
  type SchemaProblem,
  type Verdict,
  type Violation,
} from '@workbench/contracts'

import { baseArtifact, contracts } from '../rules/artifacts.ts'
import { edited } from '../rules/edit.ts'
import { violationsOf } from '../support/violations-of.ts'

const DRAFT = 'https://json-schema.org/draft/2020-12/schema'

const pathsAndKeywords = (verdict: Verdict): string[] =>
  violationsOf(verdict).map(({ path, keyword }) => `${path} ${keyword}`)

const parsed = (text: string): unknown => JSON.parse(text)

function problemsOf(schema: unknown, options?: CompileOptions): readonly SchemaProblem[] {
  try {
    compileSchema(schema, options)
  } catch (error) {
    if (error instanceof SchemaError) return error.problems
    throw error
  }
  return []
}

function nested(levels: number, wrap: (inner: unknown) => unknown, innermost: unknown): unknown {
  let value = innermost
  for (let level = 0; level < levels; level++) value = wrap(value)
  return value
}

interface SemanticsCase {
  readonly rule: string
  readonly schema: unknown
  readonly valid: readonly unknown[]
  readonly invalid: readonly unknown[]
}

const semanticsCases: readonly SemanticsCase[] = [
  {
    rule: 'inherited members do not count',
    schema: { required: ['toString'] },
    valid: [{ toString: 1 }, [], 'text'],
    invalid: [{}, { valueOf: 1 }],
  },
  {
    rule: 'an inherited __proto__ does not count',
    schema: { required: ['__proto__'] },
    valid: [parsed('{"__proto__":1}')],
    invalid: [{}, { constructor: 1 }],
  },
  {
    rule: '__proto__ is an ordinary member name',
    schema: parsed('{"properties":{"__proto__":{"type":"string"}},"additionalProperties":false}'),
    valid: [{}, parsed('{"__proto__":"text"}')],
    invalid: [parsed('{"__proto__":1}'), parsed('{"__proto__":null}'), { constructor: 'text' }],
  },
  {
    rule: 'constructor is an ordinary member name',
    schema: {
      properties: { constructor: { type: 'string' } },
      required: ['constructor'],
      additionalProperties: false,
    },
    valid: [{ constructor: 'text' }],
    invalid: [{}, { constructor: 1 }, parsed('{"constructor":"text","__proto__":1}')],
  },
  {
    rule: 'an unlisted __proto__ is unexpected',
    schema: { additionalProperties: false },
    valid: [{}, [], 'text', null],
    invalid: [parsed('{"__proto__":1}'), parsed('{"constructor":1}'), { '': 1 }],
  },
  {
    rule: 'a forbidden member is rejected with any value',
    schema: { properties: { toString: false, open: true } },
    valid: [{}, { open: null }],
    invalid: [{ toString: null }, { toString: 'text' }],
  },
  {
    rule: 'maxLength counts code points',
    schema: { maxLength: 2 },
    valid: ['', 'ab', '😀😀', 'e\u0301', '\ud83d😀', ['abc'], 1000, {}],
    invalid: ['abc', '😀😀a', 'e\u0301a', '\ude00\ud83da', '👩‍👧'],
  },
  { rule: 'maxLength may be 0', schema: { maxLength: 0 }, valid: ['', null], invalid: [' ', '😀'] },
  {
    rule: 'pattern uses the u flag',
    schema: { pattern: '^.$' },
    valid: ['a', '😀', 1, null],
    invalid: ['', 'ab', '😀😀', '\n'],
  },
  {
    rule: 'pattern supports Unicode property escapes',
    schema: { pattern: '^\\p{L}+$' },
    valid: ['abc', 'Žß', '漢字', '𝒳'],
    invalid: ['', 'a1', '😀'],
  },
  {
    rule: 'pattern is not anchored',
    schema: { pattern: 'b' },
    valid: ['b', 'abc', 'a\nb'],
    invalid: ['a', 'B', ''],
  },
  {
    rule: 'pattern keeps no state between calls',
    schema: { items: { pattern: 'a' } },
    valid: [['a', 'a', 'a', 'ba', 'a']],
    invalid: [['a', 'b', 'a']],
  },
  {
    rule: 'integer accepts any number without a fraction',
    schema: { type: 'integer' },
    valid: [1, parsed('1.0'), parsed('1e2'), parsed('-0'), -7, 2 ** 53, 1e300],
    invalid: [1.5, '1', NaN, Infinity, -Infinity, null, true, [1], 1n, parsed('1e400')],
  },
  {
    rule: 'NaN and Infinity are not numbers',
    schema: { type: 'number' },
    valid: [0, -0, 0.1, 1e300, 5e-324],
    invalid: [NaN, Infinity, -Infinity, '0', null, undefined, 1n],
  },
  {
    rule: 'arrays and null are not objects',
    schema: { type: 'object' },
    valid: [{}, { length: 0 }],
    invalid: [[], null, 'text', undefined],
  },
  {
    rule: 'objects are not arrays',
    schema: { type: 'array' },
    valid: [[], [null]],
    invalid: [{ length: 0 }, 'text', null],
  },
  {
    rule: 'only true and false are boolean',
    schema: { type: 'boolean' },
    valid: [true, false],
    invalid: [0, 1, 'true', null, ''],
  },
  {
    rule: 'one of several types is enough',
    schema: { type: ['integer', 'null'] },
    valid: [1, null],
    invalid: [1.5, '1', false, undefined],
  },
  {
    rule: 'minimum and maximum are inclusive and ignore other types',
    schema: { minimum: -1, maximum: 1 },
    valid: [-1, 0, 1, '5', null, [5]],
    invalid: [-1.0000001, 1.0000001, 1e300],
  },
  {
    rule: 'minItems ignores other types',
    schema: { minItems: 1 },
    valid: [[null], {}, 'text', ''],
    invalid: [[]],
  },
  {
    rule: 'const ignores the order of members',
    schema: { const: { a: [1, { b: null }], c: 'text' } },
    valid: [{ c: 'text', a: [1, { b: null }] }, parsed('{"a":[1.0,{"b":null}],"c":"text"}')],
    invalid: [
      { a: [1, { b: null }] },
      { a: [1, {}], c: 'text' },
      { a: [{ b: null }, 1], c: 'text' },
      { a: [1, { b: null }], c: 'text', d: 1 },
      { a: { 0: 1, 1: { b: null } }, c: 'text' },
    ],
  },
  {
    rule: 'const does not ignore the order of items',
    schema: { const: [1, 2] },
    valid: [[1, 2]],
    invalid: [[2, 1], [1], [1, 2, 3], '1,2'],
  },
  {
    rule: 'const treats 0 and -0 as equal',
    schema: { const: 0 },
    valid: [0, -0],
    invalid: [false, null, '0', ''],
  },
  {
    rule: 'const may be null',
    schema: { const: null },
    valid: [null],
    invalid: [undefined, 0, false, {}, ''],
  },
  { rule: 'const may be false', schema: { const: false }, valid: [false], invalid: [0, null, '', true] },
  {
    rule: 'const compares own members only',
    schema: { const: parsed('{"__proto__":{}}') },
    valid: [parsed('{"__proto__":{}}')],
    invalid: [{}, { constructor: {} }],
  },
  {
    rule: 'enum compares as const does',
    schema: { enum: [0, 'a', null, [1], { a: 1, b: [2] }] },
    valid: [-0, 'a', null, [1], { b: [2], a: 1 }],
    invalid: [1, 'A', undefined, [2], [1, 1], {}, { a: 1 }, false],
  },
  {
    rule: 'items applies to every item and to arrays only',
    schema: { items: { type: 'string' } },
    valid: [[], ['a', 'b'], 'text', { 0: 1 }],
    invalid: [[1], ['a', null]],
  },
  {
    rule: 'additionalProperties applies to the members that are not in properties',
    schema: { properties: { a: {} }, additionalProperties: { type: 'number' } },
    valid: [{}, { a: 'text' }, { b: 1 }, []],
    invalid: [{ b: 'text' }, parsed('{"__proto__":"text"}')],
  },
  {
    rule: 'additionalProperties may be true',
    schema: { properties: { a: { type: 'string' } }, additionalProperties: true },
    valid: [{ b: 1 }, { a: 'text', b: {} }],
    invalid: [{ a: 1 }],
  },
  {
    rule: 'then applies to values that satisfy if',
    schema: {
      if: { required: ['kind'], properties: { kind: { const: 'a' } } },
      then: { required: ['detail'] },
    },
    valid: [{}, { kind: 'b' }, { kind: 'a', detail: 1 }, 'text', []],
    invalid: [{ kind: 'a' }, { kind: 'a', details: 1 }],
  },
  {
    rule: 'if without then is ignored',
    schema: { if: { type: 'string' } },
    valid: ['text', 1],
    invalid: [],
  },
  {
    rule: 'then without if is ignored',
    schema: { then: { type: 'string' } },
    valid: ['text', 1],
    invalid: [],
  },
  {
    rule: 'format and default are ignored',
    schema: { type: 'string', format: 'date', default: 5 },
    valid: ['2026-02-31', 'soon'],
    invalid: [5],
  },
  {
    rule: '$ref refers to $defs, and keywords beside it apply as well',
    schema: { $defs: { text: { type: 'string' } }, $ref: '#/$defs/text', maxLength: 2 },
    valid: ['', 'ab'],
    invalid: ['abc', 1],
  },
  {
    rule: '$ref refers to any location with a schema',
    schema: { properties: { a: { type: 'string' }, b: { $ref: '#/properties/a' } } },
    valid: [{ b: 'text' }],
    invalid: [{ b: 1 }],
  },
  {
    rule: '$ref may be recursive: a tree',
    schema: {
      type: 'object',
      required: ['value'],
      properties: { value: { type: 'number' }, children: { type: 'array', items: { $ref: '#' } } },
      additionalProperties: false,
    },
    valid: [{ value: 1 }, { value: 1, children: [{ value: 2, children: [{ value: 3 }] }, { value: 4 }] }],
    invalid: [
      {},
      { value: 1, children: [{ value: 2, children: [{ value: '3' }] }] },
      { value: 1, children: [1] },
    ],
  },
  ...['a/b', 'a~b', '~1', '%25', 'a b', 'é', '', '__proto__', '0'].map((name) => ({
    rule: `$ref refers to $defs with the name ${JSON.stringify(name)}`,
    schema: {
      $defs: Object.fromEntries([[name, { type: 'string' }]]),
      $ref: `#/$defs/${encodeURIComponent(name.replaceAll('~', '~0').replaceAll('/', '~1'))}`,
    },
    valid: ['text'],
    invalid: [1],
  })),
  {
    rule: 'an empty schema accepts anything',
    schema: {},
    valid: [null, {}, [], 1, 'text', parsed('{"__proto__":1}')],
    invalid: [],
  },
]

describe('compileSchema()', () => {
  test.each(semanticsCases)('implements the rule: $rule', ({ schema, valid, invalid }) => {
    const { is, validate } = compileSchema(schema)
    expect(valid.filter((value) => !is(value) || !validate(value).valid)).toEqual([])
    expect(invalid.filter((value) => is(value) || validate(value).valid)).toEqual([])
  })

  test('accepts partially percent-encoded segments in $ref', () => {
    const $defs = { 'a/b~c%d': { type: 'string' } }
    expect(compileSchema({ $defs, $ref: '#/$defs/a~1b~0c%25d' }).is('text')).toBe(true)
    expect(compileSchema({ $defs, $ref: '#/$defs/a~1b~0c%25d' }).is(1)).toBe(false)
  })
})

describe('compileSchema({ schemas })', () => {
  const text = { $id: 'text.schema.json', type: 'string', $defs: { short: { $ref: '#', maxLength: 2 } } }

  test.each([
    ['a record', { schemas: { 'text.schema.json': text } }],
    ['a list in which each has an $id', { schemas: [text] }],
  ])('resolves $ref in %s', (_kind, options) => {
    const whole = compileSchema({ $ref: 'text.schema.json' }, options)
    expect([whole.is('abc'), whole.is(1)]).toEqual([true, false])
    const part = compileSchema({ items: { $ref: 'text.schema.json#/$defs/short' } }, options)
    expect([part.is(['ab']), part.is(['abc']), part.is([1])]).toEqual([true, false, false])
    expect(violationsOf(part.validate(['abc']))).toMatchObject([
      { path: '/0', schemaPath: 'text.schema.json#/$defs/short/maxLength' },
    ])
  })

  test('resolves an $id that is a URL by the URL and by its last segment', () => {
    const schemas = [{ $id: 'https://example.org/schemas/text.json', type: 'string' }]
    for (const $ref of ['https://example.org/schemas/text.json', 'text.json']) {
      expect([
        compileSchema({ $ref }, { schemas }).is('a'),
        compileSchema({ $ref }, { schemas }).is(1),
      ]).toEqual([true, false])
    }
  })

  test('supports schemas that refer to each other recursively', () => {
    const schemas = {
      leaf: { type: 'object', properties: { tree: { $ref: 'tree' } }, additionalProperties: false },
      tree: { type: 'array', items: { $ref: 'leaf' } },
    }
    const { is } = compileSchema({ $ref: 'tree' }, { schemas })
    expect([is([{ tree: [{ tree: [] }] }]), is([{ tree: [{ tree: [1] }] }])]).toEqual([true, false])
  })

  test('resolves the $id of the schema itself', () => {
    const schema = { $id: 'own.schema.json', items: { $ref: 'own.schema.json' }, type: 'array' }
    expect([compileSchema(schema).is([[[]]]), compileSchema(schema).is([[1]])]).toEqual([true, false])
  })

  test('does not confuse a schema named "schema" with the root schema', () => {
    const { is } = compileSchema({ $ref: 'schema' }, { schemas: { schema: { type: 'string' } } })
    expect([is('text'), is(1)]).toEqual([true, false])
  })

  test('distinguishes URLs with the same last segment', () => {
    const schemas = [
      { $id: 'https://a.example/x.json', type: 'string' },
      { $id: 'https://b.example/x.json', type: 'number' },
    ]
    const properties = { a: { $ref: 'https://a.example/x.json' }, b: { $ref: 'https://b.example/x.json' } }
    expect(compileSchema({ properties }, { schemas }).validate({ a: 'text', b: 1 })).toEqual({ valid: true })
  })
})

describe('the depth limit', () => {
  const DEEP = 100_000
  const tree = { type: 'object', properties: { child: { $ref: '#' } }, additionalProperties: false }
  const depth = {
    path: '',
    keyword: 'depth',
    message: 'Expected at most 512 levels of nesting; received more',
    expected: 512,
  }

  test('does not apply to free-form objects', () => {
    const { is, validate, validateText } = contracts.get('review.v1')
    const metrics = { list: nested(DEEP, (inner) => [inner], null) }
    const review = edited(baseArtifact('review.v1'), [{ set: '/metrics', to: metrics }])
    expect(is(review)).toBe(true)
    expect(validate(review)).toEqual({ valid: true })
    const text = JSON.stringify(edited(review, [{ set: '/metrics', to: { list: '?' } }]))
    expect(validateText(text.replace('"?"', '['.repeat(DEEP) + ']'.repeat(DEEP)))).toEqual({ valid: true })
  })

  test('does not hide other violations of an artifact with a deep free-form object', () => {
    const { validate } = contracts.get('review.v1')
    const metrics = nested(DEEP, (inner) => ({ inner }), 0)
    const review = edited(baseArtifact('review.v1'), [
      { set: '/metrics', to: metrics },
      { set: '/verdict', to: nested(DEEP, (inner) => [inner], 0) },
    ])
    expect(pathsAndKeywords(validate(review))).toEqual(['/verdict enum'])
  })

  test('is one violation for a value that nests too deeply under a recursive schema', () => {
    const { is, validate, validateText } = compileSchema(tree)
    const value = nested(DEEP, (child) => ({ child }), {})
    expect(is(value)).toBe(false)
    expect(validate(value)).toEqual({ valid: false, violations: [depth] })
    const text = `\n ${'{"child":'.repeat(DEEP)}{}${'}'.repeat(DEEP)}`
    expect(validateText(text)).toEqual({ valid: false, violations: [{ ...depth, line: 2, column: 2 }] })
  })

  test('is 512 levels', () => {
    const { is, validate } = compileSchema(tree)
    const deepest = nested(512, (child) => ({ child }), {})
    expect([is(deepest), validate(deepest)]).toEqual([true, { valid: true }])
    expect(pathsAndKeywords(validate(nested(512, (child) => ({ child }), 1)))).toEqual([
      `${'/child'.repeat(512)} type`,
    ])
    expect(pathsAndKeywords(validate({ child: deepest }))).toEqual([' depth'])
  })

  test('rejects a schema that nests too deeply', () => {
    expect(problemsOf(nested(DEEP, (items) => ({ items }), {}))).toMatchObject([
      { file: 'schema', pointer: '' },
    ])
  })
})

/** The keywords that the contracts use. */
const SUPPORTED = [
  ...['$schema', '$id', '$ref', '$defs', 'title', 'description', 'default', 'format'],
  ...['type', 'const', 'enum', 'pattern', 'maxLength', 'minimum', 'maximum', 'minItems', 'required'],
  ...['properties', 'additionalProperties', 'items', 'if', 'then'],
]

/** Every other keyword of JSON Schema 2020-12. */
const UNSUPPORTED = [
  ...['$anchor', '$comment', '$dynamicAnchor', '$dynamicRef', '$vocabulary'],
  ...['allOf', 'anyOf', 'oneOf', 'not', 'else', 'dependentSchemas'],
  ...['prefixItems', 'contains', 'patternProperties', 'propertyNames'],
  ...['unevaluatedItems', 'unevaluatedProperties'],
  ...['multipleOf', 'exclusiveMaximum', 'exclusiveMinimum', 'minLength', 'maxItems', 'uniqueItems'],
  ...['maxContains', 'minContains', 'maxProperties', 'minProperties', 'dependentRequired'],
  ...['deprecated', 'readOnly', 'writeOnly', 'examples'],
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

interface ViolationCase {
  readonly keyword: string
  readonly schema: unknown
  readonly value: unknown
  readonly violation: Violation
}

const violationCases: readonly ViolationCase[] = [
  {
    keyword: 'type',
    schema: { properties: { a: { type: 'integer' } } },
    value: { a: 'many' },
    violation: {
      path: '/a',
      keyword: 'type',
      message: 'Expected an integer; received the string "many"',
      expected: 'integer',
      received: 'string',
      schemaPath: 'note.v1.schema.json#/properties/a/type',
      template: 0,
    },
  },
  {
    keyword: 'type, of several',
    schema: { items: { type: ['string', 'null'] } },
    value: [null, [1, 2]],
    violation: {
      path: '/1',
      keyword: 'type',
      message: 'Expected a string or null; received an array of 2 items',
      expected: ['string', 'null'],
      received: 'array',
      schemaPath: 'note.v1.schema.json#/items/type',
      template: '…',
    },
  },
  {
    keyword: 'const',
    schema: { const: { a: 1 } },
    value: { a: 2, b: 3 },
    violation: {
      path: '',
      keyword: 'const',
      message: 'Expected {"a":1}; received an object of 2 members',
      expected: { a: 1 },
      received: 'object',
      schemaPath: 'note.v1.schema.json#/const',
    },
  },
  {
    keyword: 'enum',
    schema: { properties: { 'a/b': { enum: ['high', 'low', null, 3] } } },
    value: { 'a/b': 'LOW' },
    violation: {
      path: '/a~1b',
      keyword: 'enum',
      message: 'Expected one of "high", "low", null or 3; received the string "LOW"; did you mean "low"?',
      expected: ['high', 'low', null, 3],
      received: 'LOW',
      schemaPath: 'note.v1.schema.json#/properties/a~1b/enum',
      suggestion: 'low',
      fix: [{ op: 'replace', path: '/a~1b', value: 'low' }],
    },
  },
  {
    keyword: 'pattern',
    schema: { pattern: '^[a-z]+$' },
    value: 'A1',
    violation: {
      path: '',
      keyword: 'pattern',
      message: 'Expected text that matches ^[a-z]+$; received "A1"',
      expected: '^[a-z]+$',
      received: 'A1',
      schemaPath: 'note.v1.schema.json#/pattern',
      template: 'a',
    },
  },
  {
    keyword: 'maxLength',
    schema: { maxLength: 1 },
    value: '😀😀',
    violation: {
      path: '',
      keyword: 'maxLength',
      message: 'Expected at most 1 character; received 2',
      expected: 1,
      received: 2,
      schemaPath: 'note.v1.schema.json#/maxLength',
    },
  },
  {
    keyword: 'minimum',
    schema: { minimum: 1 },
    value: 0.5,
    violation: {
      path: '',
      keyword: 'minimum',
      message: 'Expected at least 1; received 0.5',
      expected: 1,
      received: 0.5,
      schemaPath: 'note.v1.schema.json#/minimum',
      template: 1,
    },
  },
  {
    keyword: 'maximum',
    schema: { maximum: 1 },
    value: 1.5,
    violation: {
      path: '',
      keyword: 'maximum',
      message: 'Expected at most 1; received 1.5',
      expected: 1,
      received: 1.5,
      schemaPath: 'note.v1.schema.json#/maximum',
      template: 0,
    },
  },
  {
    keyword: 'minItems',
    schema: { properties: { a: { items: { minItems: 2 } } } },
    value: { a: [[1]] },
    violation: {
      path: '/a/0',
      keyword: 'minItems',
      message: 'Expected at least 2 items; received 1',
      expected: 2,
      received: 1,
      schemaPath: 'note.v1.schema.json#/properties/a/items/minItems',
      template: ['…', '…'],
    },
  },
  {
    keyword: 'required',
    schema: { required: ['a', 'b'], properties: { b: { type: 'string', maxLength: 5 } } },
    value: { a: 1 },
    violation: {
      path: '/b',
      keyword: 'required',
      message: 'Required member "b" is missing; expected a string, at most 5 characters',
      template: '…',
      expected: ['a', 'b'],
      schemaPath: 'note.v1.schema.json#/required',
    },
  },
  {
    keyword: 'required, of a member that is not in properties',
    schema: { required: ['a'] },
    value: {},
    violation: {
      path: '/a',
      keyword: 'required',
      message: 'Required member "a" is missing',
      expected: ['a'],
      schemaPath: 'note.v1.schema.json#/required',
    },
  },
  {
    keyword: 'additionalProperties',
    schema: { properties: { title: {}, body: {} }, additionalProperties: false },
    value: { Titel: 1 },
    violation: {
      path: '/Titel',
      keyword: 'additionalProperties',
      message: 'Unexpected member "Titel"; did you mean "title"?',
      fix: [{ op: 'move', from: '/Titel', path: '/title' }],
      expected: ['title', 'body'],
      received: 'Titel',
      schemaPath: 'note.v1.schema.json#/additionalProperties',
      suggestion: 'title',
    },
  },
  {
    keyword: 'additionalProperties, of a name without a similar one',
    schema: { properties: { title: {}, body: {} }, additionalProperties: false },
    value: { extra: 1 },
    violation: {
      path: '/extra',
      keyword: 'additionalProperties',
      message: 'Unexpected member "extra"; the known members are "title" and "body"',
      expected: ['title', 'body'],
      received: 'extra',
      schemaPath: 'note.v1.schema.json#/additionalProperties',
    },
  },
  {
    keyword: 'additionalProperties, without properties',
    schema: { additionalProperties: false },
    value: { '': 1 },
    violation: {
      path: '/',
      keyword: 'additionalProperties',
      message: 'Unexpected member ""; no member is allowed here',
      expected: [],
      received: '',
      schemaPath: 'note.v1.schema.json#/additionalProperties',
    },
  },
  {
    keyword: 'properties, of a forbidden member',
    schema: {
      if: { required: ['read'], properties: { read: { const: false } } },
      then: { properties: { 'a/b': false } },
    },
    value: { read: false, 'a/b': 'soon' },
    violation: {
      path: '/a~1b',
      keyword: 'properties',
      message: 'Member "a/b" must be absent when read is false',
      expected: false,
      received: 'soon',
      schemaPath: 'note.v1.schema.json#/then/properties/a~1b',
    },
  },
]

describe('a violation', () => {
  const compiled = (schema: unknown) => compileSchema({ $id: 'note.v1.schema.json', ...(schema as object) })

  test.each(violationCases)(
    'of $keyword has exactly the expected members',
    ({ schema, value, violation }) => {
      expect(compiled(schema).validate(value)).toStrictEqual({ valid: false, violations: [violation] })
      expect(compiled(schema).validateText(JSON.stringify(value))).toStrictEqual({
        valid: false,
        violations: [
          { ...violation, line: expect.any(Number) as number, column: expect.any(Number) as number },
        ],
      })
    },
  )

  test.each<[string, string, Violation]>([
    [
      'syntax',
      '{"a":\n  }',
      {
        path: '',
        keyword: 'syntax',
        message: 'Expected a value after the colon; received "}": add the missing value',
        line: 2,
        column: 3,
      },
    ],
    [
      'duplicate',
      '{"a":1,\n "a":2}',
      {
        path: '/a',
        keyword: 'duplicate',
        message: 'Expected each member once; received "a" again, and its value from line 1 would be lost',
        line: 2,
        column: 2,
      },
    ],
  ])('of %s has exactly the expected members', (_keyword, text, violation) => {
    expect(compiled({}).validateText(text)).toStrictEqual({ valid: false, violations: [violation] })
  })

  test('of pattern contains the pattern as it is in the schema', () => {
    for (const pattern of ['^a/b$', '^$|^a\nb$', '^[/]$']) {
      expect(violationsOf(compiled({ pattern }).validate('something'))).toMatchObject([{ expected: pattern }])
    }
  })

  test.each<[string, unknown, unknown, unknown]>([
    ['a value that differs in case', { enum: ['in-progress', 'done'] }, 'In Progress', 'in-progress'],
    ['a value with underscores', { enum: ['in-progress', 'done'] }, 'in_progress', 'in-progress'],
    ['a value with another value as its prefix', { enum: ['pass', 'pass-late'] }, 'PASS_LATE', 'pass-late'],
    ['a misspelt value', { enum: ['critical', 'high'] }, 'crticial', 'critical'],
    ['a value with a suffix', { enum: ['complete', 'partial'] }, 'completed', 'complete'],
    ['a truncated value', { enum: ['critical', 'high'] }, 'crit', 'critical'],
    ['a value with a third of its letters replaced', { enum: ['abcdef', 'high'] }, 'abcdxy', 'abcdef'],
    ['a value with half of its letters replaced', { enum: ['abcdef', 'high'] }, 'abcxyz', undefined],
    ['a value without a similar one', { enum: ['critical', 'high'] }, 'blocker', undefined],
    ['a value that is not a string', { enum: ['1', '2'] }, 1, undefined],
    ['a number in quotes', { type: 'number' }, '-4.50', -4.5],
    ['an integer in quotes', { type: ['integer', 'null'] }, '4', 4],
    ['a fraction in quotes instead of an integer', { type: 'integer' }, '4.5', undefined],
    ['a number with a leading zero', { type: 'number' }, '007', undefined],
    ['a number with its unit', { type: 'number' }, '4h', undefined],
    ['true in quotes', { type: 'boolean' }, 'true', true],
    ['false in quotes', { type: 'boolean' }, 'false', false],
    ['another word for true', { type: 'boolean' }, 'yes', undefined],
    ['a number instead of a string', { type: 'string' }, 0.9, '0.9'],
    ['true instead of a string', { type: 'string' }, true, undefined],
    ['a string instead of an array', { type: 'array' }, 'alone', ['alone']],
    ['a long string instead of an array', { type: 'array' }, 'x'.repeat(500), undefined],
    ['a string instead of an object', { type: 'object' }, '{}', undefined],
  ])('suggests a correction, if there is one, for %s', (_what, schema, value, suggestion) => {
    const [violation, ...others] = violationsOf(compiled(schema).validate(value))
    expect(others).toEqual([])
    expect(violation?.suggestion).toEqual(suggestion)
    expect(violation && 'suggestion' in violation).toBe(suggestion !== undefined)
    const question = /; did you mean (.*)\?$/.exec(violation?.message ?? '')?.[1]
    expect(question).toBe(suggestion === undefined ? undefined : JSON.stringify(suggestion))
  })

  test.each([
    ['failiureScenario', {}, 'failureScenario'],
    ['failure_scenario', {}, 'failureScenario'],
    ['FailureScenario', {}, 'failureScenario'],
    ['failure scenario', {}, 'failureScenario'],
    ['failureScenarios', {}, 'failureScenario'],
    ['failiureScenario', { failureScenario: 'text' }, undefined],
    ['somethingElse', {}, undefined],
    ['x'.repeat(500), {}, undefined],
  ])('of the unexpected member %s suggests a similar member that is absent', (name, others, suggestion) => {
    const schema = { properties: { failureScenario: {}, id: {} }, additionalProperties: false }
    const [violation] = violationsOf(compiled(schema).validate({ ...others, [name]: 1 }))
    expect(violation?.suggestion).toBe(suggestion)
  })

  const LONG = 'x'.repeat(5000)
  test.each<[string, unknown, string]>([
    ['enum', { enum: ['a'] }, JSON.stringify(LONG)],
    ['const', { const: 'a' }, JSON.stringify(LONG)],
    ['const, against a long one', { const: `${LONG}y` }, JSON.stringify(LONG)],
    ['pattern', { pattern: '^a' }, JSON.stringify(LONG)],
    ['maxLength', { maxLength: 5 }, JSON.stringify(LONG)],
    ['type', { type: 'number' }, JSON.stringify(LONG)],
    ['type of an array', { type: 'string' }, JSON.stringify([LONG])],
    ['type of an object', { type: 'string' }, JSON.stringify({ [LONG]: LONG })],
    ['a forbidden member', { properties: { a: false } }, JSON.stringify({ a: LONG })],
    ['an unexpected member', { additionalProperties: false }, JSON.stringify({ [LONG]: LONG })],
    ['a missing member', { required: [LONG] }, '{}'],
    ['a duplicate member', {}, `{"${LONG}":1,"${LONG}":2}`],
    ['text that is not JSON', {}, LONG],
    ['a string that is not closed', {}, `"${LONG}`],
  ])('contains at most 60 characters of the received value: %s', (_what, schema, text) => {
    const violations = violationsOf(compiled(schema).validateText(text))
    expect(violations).toHaveLength(1)
    for (const { message, received } of violations) {
      expect(message).not.toContain('x'.repeat(61))
      expect(JSON.stringify(received ?? null).length).toBeLessThan(80)
    }
  })

  test('truncates a long value between code points', () => {
    const [violation] = violationsOf(compiled({ enum: ['a'] }).validate(`x${'😀'.repeat(100)}`))
    expect(violation?.received).toBe(`x${'😀'.repeat(58)}…`)
    const [whole] = violationsOf(compiled({ enum: ['a'] }).validate('😀'.repeat(60)))
    expect(whole?.received).toBe('😀'.repeat(60))
  })
})

describe('the order of violations', () => {
  const schema = {
    type: 'object',
    required: ['first', 'second', 'third'],
    properties: {
      first: { type: 'string' },
      second: { type: 'string' },
      third: {
        type: 'array',
        minItems: 3,
        items: {
          type: 'object',
          required: ['id'],
          properties: { id: { type: 'string' }, name: { type: 'string' } },
          additionalProperties: false,
        },
      },
    },
    additionalProperties: false,
  }
  const artifact = {
    other: 1,
    third: [
      { name: 1, more: 2 },
      { id: 1, name: 2 },
    ],
    another: 2,
    first: 3,
  }
  const inOrder = [
    '/second required',
    '/other additionalProperties',
    '/third minItems',
    '/third/0/id required',
    '/third/0/name type',
    '/third/0/more additionalProperties',
    '/third/1/id type',
    '/third/1/name type',
    '/another additionalProperties',
    '/first type',
  ]

  test('of validate() is that of the artifact, with a missing member at the start of its object', () => {
    expect(pathsAndKeywords(compileSchema(schema).validate(artifact))).toEqual(inOrder)
  })

  test('of validateText() is the same, and lines and columns ascend', () => {
    for (const indent of [0, 2]) {
      const verdict = compileSchema(schema).validateText(JSON.stringify(artifact, null, indent))
      expect(pathsAndKeywords(verdict)).toEqual(inOrder)
      const positions = violationsOf(verdict).map(({ line = NaN, column = NaN }) => line * 10_000 + column)
      expect(positions).toEqual([...positions].sort((a, b) => a - b))
    }
  })

  test('of validate() follows the order of the members in the artifact', () => {
    const { first, another, third, other } = artifact
    expect(pathsAndKeywords(compileSchema(schema).validate({ first, another, third, other }))).toEqual([
      '/second required',
      '/first type',
      '/another additionalProperties',
      ...inOrder.slice(2, 8),
      '/other additionalProperties',
    ])
  })

  test('of two violations of one member is the same for validate() and validateText()', () => {
    const { validate, validateText } = contracts.get('tracker-item.v1')
    const item = edited(baseArtifact('tracker-item.v1'), [
      { set: '/flow', to: { historyRead: false, enteredReview: 5 } },
    ])
    const fromText = pathsAndKeywords(validateText(JSON.stringify(item)))
    expect([...fromText].sort()).toEqual(['/flow/enteredReview properties', '/flow/enteredReview type'])
    expect(pathsAndKeywords(validate(item))).toEqual(fromText)
  })

  test('contains a violation once if two references lead to its keyword', () => {
    const schema = {
      $defs: { text: { type: 'string' } },
      $ref: '#/$defs/text',
      if: {},
      then: { $ref: '#/$defs/text' },
    }
    expect(pathsAndKeywords(compileSchema(schema).validate(1))).toEqual([' type'])
  })

  test('contains all of 3,000 violations', () => {
    const many = Array.from({ length: 3000 }, (_, index) => index)
    const verdict = compileSchema({ items: { type: 'string' } }, { maxViolations: 3000 }).validate(many)
    expect(pathsAndKeywords(verdict)).toEqual(many.map((index) => `/${index} type`))
  })
})

describe('a validator', () => {
  test('works without this', () => {
    const { is, validate, validateText } = compileSchema({ type: 'string' })
    expect(['a', 1].map(is)).toEqual([true, false])
    expect(['a', 1].map((value) => validate(value).valid)).toEqual([true, false])
    expect(['"a"', '1'].map((text) => validateText(text).valid)).toEqual([true, false])
  })

  test('implements Standard Schema', () => {
    const standard = compileSchema({ properties: { 'a/b': { items: { type: 'string' } } } })['~standard']
    expect(standard).toMatchObject({ version: 1, vendor: 'workbench' })
    const value = { 'a/b': ['text'] }
    const accepted = standard.validate(value)
    expect(accepted).toEqual({ value })
    expect('value' in accepted && accepted.value).toBe(value)
    expect(standard.validate({ 'a/b': ['text', null] })).toEqual({
      issues: [{ message: 'Expected a string; received null', path: ['a/b', '1'] }],
    })
  })
})

describe('formatViolations()', () => {
  const verdict = compileSchema({ items: { type: 'string' }, maxLength: 0 })
  const text = `[${Array.from({ length: 23 }, (_, index) => index).join(',\n')}]`
  const violations = violationsOf(verdict.validateText(text))

  test('prints the first 20 violations, one per line, and counts the others', () => {
    const lines = formatViolations(violations).split('\n')
    expect(lines).toHaveLength(21)
    expect(lines[0]).toBe(
      '/0 (line 1, column 2): Expected a string; received the number 0; did you mean "0"?',
    )
    expect(lines[19]).toMatch(/^\/19 \(line 20, column 1\): /)
    expect(lines[20]).toBe('… and 3 more violations')
  })

  test('respects another limit', () => {
    expect(formatViolations(violations, { limit: 22 }).split('\n').at(-1)).toBe('… and 1 more violation')
    expect(formatViolations(violations, { limit: 23 }).split('\n')).toHaveLength(23)
    expect(formatViolations(violations, { limit: 0 })).toBe('… and 23 more violations')
    expect(formatViolations([])).toBe('')
  })

  test('prints "the artifact" for the root, and no position without text', () => {
    const root = violationsOf(verdict.validate('a'))
    expect(formatViolations(root)).toBe('the artifact: Expected at most 0 characters; received 1')
  })
})
