import { compileSchema, fixText, formatViolations, openContracts, type Invalid } from '@workbench/contracts'

import { repetitions } from '@workbench/test-support/repetitions'

const strings = { type: 'array', items: { type: 'string' } }

const invalid = (verdict: unknown): Invalid => verdict as Invalid

describe('maxViolations', () => {
  const { validate, validateText } = compileSchema(strings, { maxViolations: 3 })

  it('limits the violations of a value, and counts the others', () => {
    const verdict = validate(Array(10).fill(0))
    expect(verdict).toMatchObject({ valid: false, truncated: true, more: 7 })
    expect(invalid(verdict).violations.map(({ path }) => path)).toEqual(['/0', '/1', '/2'])
  })

  it('limits the violations of a text and of its value together', () => {
    const { validateText: validateObject } = compileSchema(
      { properties: { a: { type: 'string' } }, additionalProperties: false },
      { maxViolations: 3 },
    )
    const verdict = validateObject('{"a":1,"a":1,"a":1,"a":1,"a":1,"b":1,"c":1}')
    expect(verdict).toMatchObject({ valid: false, truncated: true, more: 4 })
    expect(invalid(verdict).violations).toHaveLength(3)
  })

  it('is not reached by as many violations', () => {
    expect(validate([0, 0, 0])).not.toHaveProperty('truncated')
    expect(validateText('[0,0,0]')).not.toHaveProperty('more')
  })

  it('is 1000 by default, for contracts as well', () => {
    const [byDefault, ofContract] = [compileSchema(strings), openContracts().get('handoff.v1')].map(
      (validator) => invalid(validator.validate(Object.assign(Array(2000).fill(0)))),
    )
    expect(byDefault?.violations).toHaveLength(1000)
    expect(byDefault?.more).toBe(1000)
    expect(ofContract?.violations).toHaveLength(1)
    const { violations } = invalid(
      openContracts({ maxViolations: 2 }).get('plan.v1').validate({ a: 1, b: 1, c: 1 }),
    )
    expect(violations).toHaveLength(2)
  })

  it('lists the same violations after code generation', () => {
    const schema = {
      type: 'object',
      required: ['z'],
      properties: { a: { items: { enum: ['x'], type: 'string' } } },
      additionalProperties: false,
    }
    const value = { a: [1, 2, 3], b: 1, c: 2 }
    const generated = compileSchema(schema, { maxViolations: 4 })
    for (let call = 0; call < 200; call++) generated.validate(value)
    const interpreted = compileSchema(schema, { maxViolations: 4, codeGeneration: false })
    expect(generated.validate(value)).toEqual(interpreted.validate(value))
  })

  it('never counts more than there are if two references report the same violation', () => {
    const { validate: validateTwice } = compileSchema(
      {
        $ref: '#/$defs/strings',
        if: { type: 'array' },
        then: { $ref: '#/$defs/strings' },
        $defs: { strings },
      },
      { maxViolations: 4 },
    )
    const { violations, more = 0 } = invalid(validateTwice(Array(20).fill(0)))
    expect(violations.length + more).toBeLessThanOrEqual(20)
    expect(more).toBeGreaterThan(0)
    expect(validateTwice([0, 0, 0, 0])).not.toHaveProperty('truncated')
  })

  it.each([0, -1, 1.5, NaN, Infinity])('must not be %p', (maxViolations) => {
    expect(() => compileSchema(strings, { maxViolations })).toThrow(RangeError)
  })

  it('is counted in formatted violations', () => {
    const { violations, more } = invalid(validate(Array(10).fill(0)))
    expect(formatViolations(violations, { limit: 2, more }).split('\n').at(-1)).toBe(
      '… and at least 8 more violations',
    )
  })
})

/** Exceeded if the time grows faster than the size of the artifact. */
const TIMEOUT_MS = 20_000

describe('an artifact of 2 MB', () => {
  it.each([
    ['1,000,000 items of the wrong type', `{"artifacts":[${Array(1_000_000).fill(0).join()}]}`],
    ['150,000 unknown members', `{${Array.from({ length: 150_000 }, (_, n) => `"m${n}":0`).join()}}`],
    ['300,000 duplicate members', `{${Array(300_000).fill('"a":0').join()}}`],
  ])(
    'with %s lists 1,000 violations and counts the others',
    (_, text) => {
      const verdict = openContracts().get('handoff.v1').validateText(text)
      expect(invalid(verdict).violations).toHaveLength(1000)
      expect(invalid(verdict).truncated).toBe(true)
      expect(invalid(verdict).more).toBeGreaterThanOrEqual(100_000)
    },
    TIMEOUT_MS,
  )
})

describe('an object with 50,000 unknown members', () => {
  it(
    'has the violations of 200 misspelt members',
    () => {
      const names = Array.from({ length: 200 }, (_, index) => `member-${index}`)
      const properties = Object.fromEntries(names.map((name) => [name, {}]))
      const misspelt = names.map((name) => [name.replace('-', '_'), 0])
      const unknown = Array.from({ length: 50_000 }, (_, index) => [`unknown-${index}`, 0])
      const { validate } = compileSchema({ properties, additionalProperties: false })
      const { violations } = invalid(validate(Object.fromEntries([...misspelt, ...unknown])))
      expect(violations[199]).toMatchObject({ path: '/member_199', suggestion: 'member-199' })
    },
    TIMEOUT_MS,
  )
})

describe('a text with many syntax errors before a closing bracket', () => {
  const any = compileSchema({})

  it.each([
    ['commas in an object', (count: number) => `{"a":1${','.repeat(count)}}`, '{"a":1}'],
    ['commas in a list', (count: number) => `[1${','.repeat(count)}]`, '[1]'],
  ])('has %s', (_, textOf, fixed) => {
    const text = textOf(50_000)
    expect(any.validateText(text).valid).toBe(false)
    expect(fixText(any, text).text).toBe(fixed)
  })

  it('is left to its author if they need too much memory', () => {
    const quoted = (count: number) => `[${Array(count).fill("'a'").join()}]`
    expect(fixText(any, quoted(300_000)).verdict).toEqual({ valid: true })
    for (const text of [quoted(300_001), `["${'\n'.repeat(300_001)}"]`]) {
      const { text: left, verdict } = fixText(any, text)
      expect(left).toBe(text)
      expect(invalid(verdict).violations.map(({ message }) => message)).toContain(
        'Expected fewer syntax errors; received too many to read the rest of the text',
      )
    }
  })

  it('is left to its author if a semicolon is before more than 1,000 commas', () => {
    const text = (commas: number) => `[1;${','.repeat(commas)}]`
    expect(fixText(any, text(1000)).text).toBe('[1]')
    expect(fixText(any, text(1001)).text).toBe(text(1001))
  })
})

describe('a list with 100,000 items of the wrong type', () => {
  it('has the first 1,000 fixed', () => {
    const contract = compileSchema(strings)
    const { text, verdict } = fixText(contract, `[${Array(100_000).fill('1').join()}]`)
    expect(text.startsWith(`[${Array(1000).fill('"1"').join()},1,`)).toBe(true)
    expect(invalid(verdict).more).toBe(98_000)
  })
})

/** 8 MB in a long run. */
const size = Math.min(8_000_000, repetitions(150_000, 8_000_000))

describe(`an artifact of ${size / 1_000_000} MB`, () => {
  it.each([
    ...[
      '[',
      ']',
      '{"a":',
      '}',
      '"',
      '\\',
      '\ufeff',
      "'",
      '`',
      '/*',
      '```',
      ',',
      ':',
      "['x',",
      '[01,',
      '{a:1,',
    ],
    ...['"a\n', '"a\n}\n', '"a" b ', "it's ", '\\"', '{\\"a\\":', '{"a: ', '1,000', 'text '],
  ])(
    'that repeats %j has a syntax error',
    (part) => {
      const { validateText } = openContracts().get('handoff.v1')
      for (const start of ['', '[']) {
        const verdict = validateText(start + part.repeat(size / part.length))
        expect(invalid(verdict).violations.map(({ keyword }) => keyword)).toContain('syntax')
      }
    },
    TIMEOUT_MS,
  )
})
