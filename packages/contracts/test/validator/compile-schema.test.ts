import { compileSchema } from '@workbench/contracts'

import { baseArtifact, contracts } from '../rules/artifacts.ts'
import { edited } from '@workbench/test-support/json/edit-json'
import { problemsOf } from '../support/problems-of.ts'
import { pathsAndKeywords, violationsOf } from '../support/violations-of.ts'

const parsed = (text: string): unknown => JSON.parse(text)

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
