import { compareSchemas, compileSchema, fixText, withPositions } from '@workbench/contracts'

import { MAX_DEPTH } from '../../src/schema/evaluation/limits.ts'
import { problemsOf } from '../support/problems-of.ts'
import { violationsOf } from '../support/violations-of.ts'

describe('a validator', () => {
  it('works without this', () => {
    const { is, validate, validateText } = compileSchema({ type: 'string' })
    expect(['a', 1].map(is)).toEqual([true, false])
    expect(['a', 1].map((value) => validate(value).valid)).toEqual([true, false])
    expect(['"a"', '1'].map((text) => validateText(text).valid)).toEqual([true, false])
  })

  it('can be copied', () => {
    const copy = { ...compileSchema({ type: 'string' }) }
    expect(fixText(copy, '1')).toMatchObject({ text: '"1"' })
    expect(compareSchemas(copy, copy)).toEqual([])
  })

  it('implements Standard Schema', () => {
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

  it('gives the same verdicts without code generation', () => {
    const validator = compileSchema({ type: 'string' }, { codeGeneration: false })
    expect([validator.is('a'), validator.is(1)]).toEqual([true, false])
    expect(validator.validateText('1')).toMatchObject({ valid: false })
  })

  it('reports a value that nests too deeply as one violation', () => {
    let value: unknown = 1
    for (let level = 0; level <= MAX_DEPTH + 1; level++) value = [value]
    expect(violationsOf(compileSchema({ items: { $ref: '#' } }).validate(value))).toStrictEqual([
      {
        path: '',
        keyword: 'depth',
        message: 'Expected at most 512 levels of nesting; received more',
        expected: 512,
      },
    ])
  })

  it('throws what a getter of the value throws', () => {
    const validator = compileSchema({ properties: { a: { type: 'string' } } })
    for (const readable of [0, 1]) {
      let reads = 0
      const value = {
        get a() {
          if (reads++ === readable) throw new Error('not available')
          return 1
        },
      }
      expect(() => validator.validate(value)).toThrow('not available')
    }
  })
})

describe('a reference', () => {
  const schemas = [
    { $id: 'https://a.example/x.json', type: 'string' },
    { $id: 'https://b.example/x.json', type: 'number' },
    { $id: 'https://b.example/folder/y.json', type: 'boolean' },
  ]

  it.each<[what: string, schema: object, valid: unknown]>([
    ['the first schema with the name', { $ref: 'x.json' }, 'text'],
    ['the schema in the directory of its $id', { $id: 'https://b.example/own.json', $ref: 'x.json' }, 1],
    [
      'the schema in a subdirectory of that of its $id',
      { $id: 'https://b.example/own.json', $ref: 'folder/y.json' },
      true,
    ],
    [
      'the schema in the parent directory of that of its $id',
      { $id: 'https://b.example/folder/own.json', $ref: '../x.json' },
      1,
    ],
    [
      'the first schema with the name, if none is in the directory of its $id',
      { $id: 'https://c.example/o', $ref: 'x.json' },
      'text',
    ],
    ['the first schema with the name, if the $id is not a URL', { $id: 'own.json', $ref: 'x.json' }, 'text'],
  ])('refers to %s', (_what, schema, valid) => {
    const validator = compileSchema(schema, { schemas })
    expect(['text', 1, true].filter((value) => validator.is(value))).toEqual([valid])
  })

  it('cannot be compiled with a list of schemas in which one has no $id', () => {
    for (const other of [{ type: 'string' }, { $id: '' }, { $id: 1 }, true, null])
      expect(() => compileSchema({}, { schemas: [other] })).toThrow(
        new TypeError(
          'Expected an "$id" in each schema of the list; add it, or pass an object with their names',
        ),
      )
  })

  it('to the schema itself by another name has the schemaPath of the schema', () => {
    const schema = { $id: 'own.json', type: 'array', items: { $ref: 'other.json' } }
    const validator = compileSchema(schema, { schemas: { 'other.json': schema } })
    expect(violationsOf(validator.validate([1]))).toMatchObject([{ schemaPath: 'own.json#/type' }])
  })
})

test.each([
  ['without an $id', {}, 'schema'],
  ['with an $id', { $id: 'memo.v1' }, 'memo.v1'],
  ['with an empty $id', { $id: '' }, 'schema'],
  ['with an $id that is not a string', { $id: 5 }, 'schema'],
])('the problems of a schema %s contain its name: %j', (_what, members, file) => {
  const problems = problemsOf({ ...members, minLength: 'x' })
  expect(new Set(problems.map((problem) => problem.file))).toEqual(new Set([file]))
})

describe('a text that is cut off', () => {
  const validator = compileSchema({
    properties: {
      kind: { enum: ['x', 'y'] },
      a: { type: 'integer', maximum: 5 },
      list: { minItems: 3, items: { type: 'string' } },
      name: { type: 'string' },
    },
    required: ['kind', 'last'],
    if: { properties: { kind: { const: 'x' } }, required: ['kind'] },
    then: { properties: { a: { const: 1 } } },
    additionalProperties: false,
  })

  it.each<[what: string, text: string, violations: string[]]>([
    ['a complete value', '{"a":12,"kind":"y"', ['/a maximum']],
    ['not a value that is cut', '{"kind":"y","a":12', []],
    ['not a value that is cut after its point', '{"kind":"y","a":12.', []],
    ['not a value under a condition that the rest can change', '{"kind":"x","a":2,"list":["s"', []],
    ['an item that is complete, not the length of its list', '{"kind":"y","list":[1,"s"', ['/list/0 type']],
    ['the type of a container that is open', '{"kind":"y","name":[1,', ['/name type']],
    ['a name that is complete', '{"kind":"y","wrong":1,"a":1', ['/wrong additionalProperties']],
  ])('has, besides the violation of the syntax, those of %s', (_what, text, violations) => {
    const found = violationsOf(validator.validateText(text)).filter(({ keyword }) => keyword !== 'syntax')
    expect(found.map(({ path, keyword }) => `${path} ${keyword}`)).toEqual(violations)
  })
})

describe('withPositions()', () => {
  const at = (path: string) => ({ path, keyword: 'rule', message: 'Expected another value' })

  it('adds line and column of the values', () => {
    expect(withPositions('{\n "a": [1, {"b": 2}]\n}', [at('/a/1/b'), at(''), at('/a')])).toEqual([
      { ...at('/a/1/b'), line: 2, column: 17 },
      { ...at(''), line: 1, column: 1 },
      { ...at('/a'), line: 2, column: 7 },
    ])
  })

  it('accepts the bytes of a text', () => {
    expect(withPositions(Buffer.from('["é", 1]'), [at('/1')])).toEqual([{ ...at('/1'), line: 1, column: 7 }])
  })

  it.each([
    ['a value that is not in the text', '{"a":1}'],
    ['a text that is not JSON', '{"a":'],
  ])('leaves the violations of %s as they are', (_what, text) => {
    expect(withPositions(text, [at('/b')])).toEqual([at('/b')])
    expect(withPositions(text, [])).toEqual([])
  })
})
