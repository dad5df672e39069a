import { compileSchema, openContracts, type Json, type PatchOperation } from '@workbench/contracts'
import fc from 'fast-check'

import { templateOf } from '../../src/schema/template.ts'
import { artifactOf } from '@workbench/test-support/arbitrary-artifacts'
import { contracts, ids } from '../rules/artifacts.ts'
import { violationsOf } from '../support/violations-of.ts'

const templateIn = (schema: unknown): Json | undefined => templateOf(compileSchema(schema).schemaNode())

const firstViolation = (schema: unknown, value: unknown) =>
  violationsOf(compileSchema(schema).validate(value))[0]

const fixesOf = (schema: unknown, value: unknown): (readonly PatchOperation[])[] =>
  violationsOf(compileSchema(schema).validate(value)).flatMap(({ fix }) => (fix ? [fix] : []))

const LIST = { type: 'array', items: { type: 'string' } }

describe('the template of a schema', () => {
  test.each<[unknown, unknown]>([
    [{ type: 'string' }, '…'],
    [{ type: 'string', pattern: '^fact-[0-9]{4}$' }, 'fact-0000'],
    [{ type: 'string', format: 'date' }, '2026-01-31'],
    [{ type: 'string', maxLength: 0 }, ''],
    [{ type: ['string', 'null'] }, '…'],
    [{ type: 'integer', minimum: 3 }, 3],
    [{ type: 'number', maximum: -1 }, -1],
    [{ type: 'number', minimum: 0.25, maximum: 0.75 }, 0.75],
    [{ type: 'boolean' }, false],
    [{ enum: ['high', 'low'] }, 'high'],
    [{ const: 'finding.v1' }, 'finding.v1'],
    [{ type: 'array', minItems: 2, items: { type: 'string' } }, ['…', '…']],
    [
      { type: 'array', items: { type: 'object', required: ['a'], properties: { a: { type: 'string' } } } },
      [{ a: '…' }],
    ],
    [{ required: ['__proto__'], properties: { b: {} } }, JSON.parse('{"__proto__":"…"}')],
    [{ $ref: '#/$defs/a', $defs: { a: { type: 'integer' } } }, 0],
    [{ type: 'object', required: ['next'], properties: { next: { $ref: '#' } } }, undefined],
    [{}, undefined],
    [{ type: 'string', pattern: '^(?!a)b$|^c{300}$', maxLength: 0 }, undefined],
    // A backtracking engine takes exponential time to find that no text of 40 characters a matches.
    [{ type: 'string', pattern: '^(?:a|[ab]){40}(?<!a)$' }, undefined],
  ])('%j is %j', (schema, template) => {
    expect(templateIn(schema)).toEqual(template)
  })

  test.each(ids)('%s is a valid artifact of at most 1,000 characters', (id) => {
    const contract = contracts.get(id)
    const template = templateOf(contract.schemaNode())
    expect(contract.is(template)).toBe(true)
    expect(JSON.stringify(template).length).toBeLessThanOrEqual(1000)
  })

  test('is in the violations of a missing member, a wrong type and too few items', () => {
    const violations = violationsOf(
      openContracts().get('requirement.v1').validate({ schema: 'requirement.v1', acceptanceCriteria: [] }),
    )
    const criteria = [{ given: '…', when: '…', then: '…' }]
    expect(violations).toContainEqual(
      expect.objectContaining({ path: '/acceptanceCriteria', keyword: 'minItems', template: criteria }),
    )
    expect(violations).toContainEqual(
      expect.objectContaining({ path: '/priority', keyword: 'required', template: 'must' }),
    )
    expect(
      firstViolation({ items: { type: 'object', required: ['a'], properties: { a: { type: 'integer' } } } }, [
        'text',
      ]),
    ).toMatchObject({ path: '/0', keyword: 'type', template: { a: 0 } })
  })

  test('is described by the message', () => {
    const criterion = {
      type: 'object',
      required: ['given', 'when', 'then'],
      properties: { given: { type: 'string' }, when: { type: 'string' }, then: { type: 'string' } },
    }
    expect(firstViolation({ items: criterion }, ['a sentence'])?.message).toBe(
      'Expected an object with "given", "when" and "then" (strings); received the string "a sentence"',
    )
    expect(
      firstViolation({ required: ['a'], properties: { a: { type: 'array', items: criterion } } }, {})
        ?.message,
    ).toBe(
      'Required member "a" is missing; expected an array, each item an object with "given", "when" and "then" (strings)',
    )
    expect(
      firstViolation({ required: ['a'], properties: { a: { const: 'salt, with pepper' } } }, {})?.message,
    ).toBe('Required member "a" is missing; expected "salt, with pepper"')
    expect(firstViolation({ type: 'string', maxLength: 80 }, 5)?.message).toBe(
      'Expected a string, at most 80 characters; received the number 5; did you mean "5"?',
    )
  })
})

describe('the fix of a violation', () => {
  const closed = {
    type: 'object',
    required: ['id', 'failureScenario'],
    properties: {
      id: { type: 'string' },
      failureScenario: { type: 'string' },
      location: {
        type: 'object',
        properties: { file: { type: 'string' }, line: { type: 'integer' } },
        additionalProperties: false,
      },
    },
    additionalProperties: false,
  }

  test.each<[string, unknown, unknown, readonly PatchOperation[]]>([
    [
      'an enum value in another case',
      { enum: ['in-progress', 'done'] },
      'In Progress',
      [replace('', 'in-progress')],
    ],
    ['a misspelt enum value', { enum: ['critical', 'high'] }, 'crtical', [replace('', 'critical')]],
    ['a constant in another case', { const: 'finding.v1' }, 'Finding.v1', [replace('', 'finding.v1')]],
    ['a number in quotes', { type: 'number' }, '4', [replace('', 4)]],
    [
      'a list of texts as a text',
      { type: 'array', items: { type: 'string' } },
      '["a", "b"]',
      [replace('', ['a', 'b'])],
    ],
    ['an integer instead of a string', { type: 'string' }, 4, [replace('', '4')]],
    ['true in quotes', { type: 'boolean' }, 'true', [replace('', true)]],
    ['a number with decimal comma', { type: 'number' }, '12,5', [replace('', 12.5)]],
    ['a number of millions', { type: 'number' }, '-1,234,567', [replace('', -1234567)]],
    ['a number with both separators', { type: 'number' }, '1.234,5', [replace('', 1234.5)]],
    ['an integer with separators', { type: 'integer' }, '1,500,000', [replace('', 1_500_000)]],
    ['a percentage of a share', { minimum: 0, maximum: 1, type: 'number' }, '20 %', [replace('', 0.2)]],
    [
      'a number with the unit of its name',
      { properties: { effortHours: { type: 'number' } } },
      { effortHours: '4 h' },
      [replace('/effortHours', 4)],
    ],
    [
      'a name with a colon in its quotes',
      closed,
      { id: 'a', 'failureScenario:': 'b' },
      [{ op: 'move', from: '/failureScenario:', path: '/failureScenario' }],
    ],
    [
      'a value in an object',
      { type: 'string', maxLength: 5 },
      { value: 'a' },
      [{ op: 'move', from: '/value', path: '' }],
    ],
    [
      'a value in an object of the same name',
      { properties: { title: { type: 'string' } } },
      { title: { title: 'a' } },
      [{ op: 'move', from: '/title/title', path: '/title' }],
    ],
    ['an item in a list of its own', { items: { type: 'string' } }, ['a', ['b']], [replace('/1', 'b')]],
    ['an enum value in a list', { enum: ['a', 'b'] }, ['b'], [{ op: 'move', from: '/0', path: '' }]],
    [
      'an object of items with their ids',
      { type: 'array', items: { type: 'object' } },
      { x: { id: 'x' }, y: { id: 'y', a: 1 } },
      [replace('', [{ id: 'x' }, { id: 'y', a: 1 }])],
    ],
    [
      'an object of numbered items',
      { properties: { options: { type: 'array', items: { type: 'string' } } } },
      { options: { option1: 'a', option2: 'b' } },
      [replace('/options', ['a', 'b'])],
    ],
    [
      'one text instead of a list',
      { type: 'array', items: { type: 'string' } },
      'alone',
      [replace('', ['alone'])],
    ],
    ['one text in other letters instead of a list', LIST, '質問', [replace('', ['質問'])]],
    [
      'one object instead of a list',
      { type: 'array', items: { type: 'object', properties: { a: {} } } },
      { a: 1 },
      [replace('', [{ a: 1 }])],
    ],
    ['a list with one item', { type: 'string' }, ['alone'], [{ op: 'move', from: '/0', path: '' }]],
    [
      'an artifact in a list',
      closed,
      [{ id: 'a', failureScenario: 'b' }],
      [{ op: 'move', from: '/0', path: '' }],
    ],
    [
      'an artifact as a text',
      closed,
      '{"id":"a","failureScenario":"b"}',
      [replace('', { id: 'a', failureScenario: 'b' })],
    ],
    [
      'a name in snake case',
      closed,
      { id: 'a', failure_scenario: 'b' },
      [{ op: 'move', from: '/failure_scenario', path: '/failureScenario' }],
    ],
    [
      'members one level too deep',
      closed,
      { artifact: { id: 'a', failureScenario: 'b' } },
      [
        { op: 'move', from: '/artifact/id', path: '/id' },
        { op: 'move', from: '/artifact/failureScenario', path: '/failureScenario' },
        { op: 'remove', path: '/artifact' },
      ],
    ],
    [
      'a required member in another object',
      closed,
      { id: 'a', location: { failureScenario: 'b' } },
      [{ op: 'move', from: '/location/failureScenario', path: '/failureScenario' }],
    ],
    [
      'a member one level too high',
      closed,
      { id: 'a', failureScenario: 'b', location: {}, file: 'c' },
      [{ op: 'move', from: '/file', path: '/location/file' }],
    ],
  ])('corrects %s', (_what, schema, value, fix) => {
    expect(fixesOf(schema, value)).toEqual([fix])
  })

  test('of two members that belong in an absent object creates the object once', () => {
    expect(fixesOf(closed, { id: 'a', failureScenario: 'b', file: 'c', line: 1 })).toEqual([
      [
        { op: 'add', path: '/location', value: {} },
        { op: 'move', from: '/file', path: '/location/file' },
      ],
      [{ op: 'move', from: '/line', path: '/location/line' }],
    ])
  })

  test.each<[string, unknown, unknown]>([
    ['a fraction instead of a text', { type: 'string' }, 0.95],
    ['a text with commas instead of a list', { type: 'array', items: { type: 'string' } }, 'a, b'],
    ['a number instead of a date', { type: 'string', format: 'date-time' }, 1_700_000_000],
    ['a text that says that a list is empty', LIST, 'none'],
    ['a text for nothing instead of a list', LIST, 'N/A'],
    ['a dash instead of a list', LIST, '-'],
    ['false instead of a list of anything', { type: 'array' }, false],
    ['two items with a conjunction instead of a list', LIST, 'Anke and Jo'],
    ['numbered items in one text', LIST, '1. a 2. b'],
    ['an enum value that is a prefix', { enum: ['medium', 'high'] }, 'med'],
    ['a version that differs', { const: 'finding.v1' }, 'finding.v2'],
    ['an enum value with another number', { enum: ['phase-one-1', 'x'] }, 'phase-one-2'],
    ['an enum value that is near two others', { enum: ['create', 'crated'] }, 'crate'],
    ['a number with its unit', { type: 'number' }, '4h'],
    ['a point that may separate thousands', { type: 'number' }, '43.000'],
    ['a comma that may separate thousands', { type: 'number' }, '1,500'],
    ['an integer that a point may separate', { type: 'integer' }, '2.000'],
    ['a percentage', { type: 'number' }, '20 %'],
    ['a percentage of pieces', { type: 'integer' }, '20 %'],
    ['a percentage that is a share too', { type: 'number', maximum: 1 }, '1 %'],
    ['a number as a text that is above the maximum', { type: 'number', maximum: 1 }, '80'],
    ['a number instead of a text of another pattern', { type: 'string', pattern: '^F-' }, 80],
    ['one item instead of a list of two', { type: 'array', minItems: 2, items: { type: 'string' } }, 'a'],
    ['one object instead of a list of two', { type: 'array', minItems: 2, items: closed }, { id: 'a' }],
    [
      'an object of numbered items that are too few',
      { type: 'array', minItems: 3, items: { type: 'string' } },
      { item1: 'a', item2: 'b' },
    ],
    ['two enum values', { enum: ['high', 'medium'] }, 'high/medium'],
    ['another unit', { properties: { effortHours: { type: 'number' } } }, { effortHours: '4 days' }],
    ['a value in an object with another name', { type: 'number' }, { days: 4 }],
    ['an invalid value in an object', { type: 'string', maxLength: 2 }, { value: 'abc' }],
    ['an enum value in a list that is not allowed', { enum: ['a'] }, ['b']],
    [
      'an object whose names are not in its items',
      { type: 'array', items: { type: 'object' } },
      { x: { id: 'x' }, y: { id: 'z' } },
    ],
    [
      'an object of numbered items with a gap',
      { type: 'array', items: { type: 'string' } },
      { item1: 'a', item3: 'b' },
    ],
    ['a list with two items', { type: 'string' }, ['a', 'b']],
    ['a sentence instead of an object', closed, 'a sentence'],
    ['two names that mean the same member', closed, { id: 'a', failure_scenario: 'b', FailureScenario: 'c' }],
    ['a name that is taken', closed, { id: 'a', failureScenario: 'b', failure_scenario: 'c' }],
    ['a wrapper with an unknown member', closed, { id: 'x', finding: { failureScenario: 'a', other: 'b' } }],
    ['one member of an absent object', closed, { id: 'a', failureScenario: 'b', file: 'c' }],
    ['an unknown member', closed, { id: 'a', failureScenario: 'b', other: 1 }],
    ['a text that is too long', { maxLength: 2 }, 'abc'],
    ['null for an optional member', { properties: { a: { type: 'string' } } }, { a: null }],
  ])('is absent where it would be a guess: %s', (_what, schema, value) => {
    expect(fixesOf(schema, value)).toEqual([])
  })

  test('is replaced by a template if the converted value would be invalid', () => {
    const violation = firstViolation({ type: 'number', minimum: 0, maximum: 1 }, '80')
    expect(violation?.message).toBe('Expected a number, at least 0, at most 1; received the string "80"')
    expect(violation).toHaveProperty('template', 0)
    expect(violation).not.toHaveProperty('suggestion')
  })

  test('is not offered for null, but the message says to delete an optional member', () => {
    const schema = { required: ['a'], properties: { a: { type: 'string' }, b: { type: 'string' } } }
    const messages = violationsOf(compileSchema(schema).validate({ a: null, b: null })).map(
      ({ message }) => message,
    )
    expect(messages).toEqual([
      'Expected a string; received null',
      'Expected a string; received null; delete this member, it is optional',
    ])
  })

  test('of a container comes with the violations of its content', () => {
    const schema = { type: 'array', items: closed }
    const found = (value: unknown) =>
      violationsOf(compileSchema(schema).validate(value)).map(({ path, keyword }) => `${path} ${keyword}`)
    expect(found({ id: 1 })).toEqual([' type', '/failureScenario required', '/id type'])
    expect(found('[{"id":1,"failureScenario":"a"}]')).toEqual([' type', '/0/id type'])
    expect(
      violationsOf(compileSchema(closed).validate([{ id: 1, failureScenario: 'a' }])).map(({ path }) => path),
    ).toEqual(['', '/0/id'])
    expect(
      violationsOf(compileSchema(closed).validate({ id: 'a', failure_scenario: 2 })).map(
        ({ path, keyword }) => `${path} ${keyword}`,
      ),
    ).toEqual([
      '/failureScenario required',
      '/failure_scenario additionalProperties',
      '/failure_scenario type',
    ])
  })
})

describe('a message', () => {
  test('names the values of the members in "if"', () => {
    const messages = [true, {}, false, { const: 1 }].map((a) => {
      const schema = { if: { properties: { a } }, then: { required: ['b'] } }
      return firstViolation(schema, a === false ? {} : { a: 1 })?.message
    })
    expect(messages).toEqual([
      'Required member "b" is missing when a is any value',
      'Required member "b" is missing when a is any value',
      'Required member "b" is missing when a is absent',
      'Required member "b" is missing when a is 1',
    ])
  })

  test('lists the known members once for each object that the contract describes', () => {
    const violations = violationsOf(
      compileSchema({ properties: { a: {}, b: {} }, additionalProperties: false }).validate({ x1: 1, x2: 1 }),
    )
    expect(violations.map(({ message }) => message)).toEqual([
      'Unexpected member "x1"; the known members are "a" and "b"',
      'Unexpected member "x2"',
    ])
  })
})

describe('an artifact in a list, as a text or in another object', () => {
  test.each(ids)('of %s is restored by its fix', (id) => {
    const contract = contracts.get(id)
    fc.assert(
      fc.property(artifactOf(id), (artifact) => {
        const json = JSON.parse(JSON.stringify(artifact)) as Json
        expect(violationsOf(contract.validate([json])).map(({ fix }) => fix)).toEqual([
          [{ op: 'move', from: '/0', path: '' }],
        ])
        const [violation, ...others] = violationsOf(contract.validate(JSON.stringify(json)))
        expect(others).toEqual([])
        expect(violation?.fix).toEqual([{ op: 'replace', path: '', value: json }])
      }),
      { numRuns: 20 },
    )
  })
})

function replace(path: string, value: Json): PatchOperation {
  return { op: 'replace', path, value }
}
