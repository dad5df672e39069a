import { compileSchema, type Violation } from '@workbench/contracts'

import { violationsOf } from '../support/violations-of.ts'

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
      message: 'Expected text that matches ^[a-z]+$ (for example "a"); received "A1"',
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
    ['a value in the plural', { enum: ['info', 'high'] }, 'infos', 'info'],
    ['a value in another tense', { enum: ['triage', 'ready'] }, 'triaged', undefined],
    ['a truncated value', { enum: ['critical', 'high'] }, 'crit', 'critical'],
    ['a value with a third of its letters replaced', { enum: ['abcdef', 'high'] }, 'abcfrf', 'abcdef'],
    ['a value with half of its letters replaced', { enum: ['abcdef', 'high'] }, 'abcfrd', undefined],
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
