import { compileSchema, type Verdict } from '@workbench/contracts'

const pathsOf = (verdict: Verdict) =>
  verdict.valid ? undefined : [verdict.violations.map(({ path }) => path), verdict.more]

const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)

/** Every item is validated twice against the same schema. */
const twice = {
  items: { $ref: '#/$defs/text', if: {}, then: { $ref: '#/$defs/text' } },
  $defs: { text: { type: 'string' } },
}

describe('maxViolations', () => {
  it.each<[limit: number, count: number, paths: string[], more: number | undefined]>([
    [1, 1, ['/0'], undefined],
    [1, 2, ['/0'], 1],
    [3, 3, ['/0', '/1', '/2'], undefined],
    [3, 5, ['/0', '/1', '/2'], 2],
  ])('of %j, for %j violations, lists %j and counts the others: %j', (limit, count, paths, more) => {
    const validator = compileSchema({ items: { type: 'string' } }, { maxViolations: limit })
    expect(pathsOf(validator.validate(numbers(count)))).toEqual([paths, more])
  })

  it.each<[limit: number, count: number, paths: string[], more: number | undefined]>([
    [2, 1, ['/0'], undefined],
    [1, 1, ['/0'], undefined],
    [2, 3, ['/0'], 2],
    [3, 2, ['/0', '/1'], undefined],
    [3, 4, ['/0', '/1'], 2],
  ])(
    'of %j, for %j violations that two references find, lists %j and counts the others once: %j',
    (limit, count, paths, more) => {
      const validator = compileSchema(twice, { maxViolations: limit })
      expect(pathsOf(validator.validate(numbers(count)))).toEqual([paths, more])
    },
  )

  it.each([0, -1, 1.5, NaN, Infinity])('must be an integer of at least 1: %j', (maxViolations) => {
    expect(() => compileSchema({}, { maxViolations })).toThrow(
      new RangeError(
        `Expected maxViolations to be an integer of at least 1; received ${String(maxViolations)}`,
      ),
    )
  })
})

test('the condition of a violation is not in the messages of those after it', () => {
  const schema = {
    properties: { kind: { const: 'x' } },
    required: ['kind'],
    if: { properties: { kind: { const: 'x' } } },
    then: { properties: { a: { type: 'string' } } },
    additionalProperties: { type: 'boolean' },
  }
  for (const codeGeneration of [true, false]) {
    const verdict = compileSchema(schema, { codeGeneration }).validate({ kind: 'x', a: 1, b: 2 })
    expect(verdict.valid ? [] : verdict.violations.map(({ path, message }) => [path, message])).toEqual([
      ['/a', 'Expected true or false; received the number 1'],
      ['/a', 'Expected a string; received the number 1; did you mean "1"? when kind is "x"'],
      ['/b', 'Expected true or false; received the number 2'],
    ])
  }
})

test('the condition of a violation is not in the message of one in the next item', () => {
  const schema = {
    items: {
      if: { properties: { kind: { const: 'x' } }, required: ['kind'] },
      then: { properties: { a: { type: 'string' } } },
      properties: { b: { type: 'string' } },
    },
  }
  const verdict = compileSchema(schema).validate([{ kind: 'x', a: 1 }, { b: 2 }])
  expect(verdict.valid ? [] : verdict.violations.map(({ message }) => message)).toEqual([
    'Expected a string; received the number 1; did you mean "1"? when kind is "x"',
    'Expected a string; received the number 2; did you mean "2"?',
  ])
})

test('duplicate members beyond the limit are counted', () => {
  const verdict = compileSchema({}, { maxViolations: 2 }).validateText('{"a":1,"a":2,"a":3,"a":4,"a":5}')
  expect(pathsOf(verdict)).toEqual([['/a', '/a'], 2])
})

test('the same violations are listed before and after code generation, if there are more than the limit', () => {
  const schema = {
    type: 'object',
    required: ['a', 'z'],
    properties: {
      a: { type: 'string' },
      b: { type: 'object', required: ['c'], properties: { c: { type: 'string' }, d: { type: 'string' } } },
      e: { items: { type: 'string', maxLength: 1 } },
    },
    additionalProperties: false,
  }
  const value = { x: 1, b: { d: 1, y: 2 }, e: ['long', 1, 'longer'], a: 3 }
  for (let maxViolations = 1; maxViolations <= 8; maxViolations++) {
    const validator = compileSchema(schema, { maxViolations })
    const first = validator.validate(value)
    for (let run = 0; run < 2000; run++) validator.is(value)
    expect(validator.validate(value)).toEqual(first)
    expect(compileSchema(schema, { maxViolations, codeGeneration: false }).validate(value)).toEqual(first)
  }
})
