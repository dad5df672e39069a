import { isValidFromRoot } from '../../src/schema/evaluation/is-valid-from-root.ts'
import { execFileSync } from 'node:child_process'

import { compileSchema, openContracts, type Violation } from '@workbench/contracts'
import fc from 'fast-check'

import { repetitions } from '@workbench/test-support/repetitions'
import { generate } from '../../src/codegen/generate.ts'
import { compile } from '../../src/schema/compile.ts'
import type { SchemaNode } from '../../src/schema/types.ts'
import { render } from '../../src/messages/render.ts'
import { findFailures } from '../../src/validator/find-failures.ts'
import { MAX_VIOLATIONS } from '../../src/validator/validator.ts'
import { artifactOf } from '@workbench/test-support/arbitrary-artifacts'
import {
  artifacts,
  isCompilableBy,
  type Schema,
  schemas,
} from '@workbench/test-support/schemas/arbitrary-schemas'
import { contracts, ids } from '../rules/artifacts.ts'
import { validFinding } from '../support/valid-finding.ts'

/** Whether the interpreter and generated code accept a value. */
type ValidateBoth = (value: unknown) => {
  readonly interpreted: boolean
  readonly generated: boolean
  /** With the code for objects of few shapes. */
  readonly generatedForFewShapes: boolean
  readonly violations: readonly Violation[]
}

function validateBothOf(node: SchemaNode): ValidateBoth {
  const code = generate(node, new Set())
  const codeForFewShapes = generate(node, new EverySchema())
  return (value) => ({
    interpreted: isValidFromRoot(node.isValid, value),
    generated: isValidFromRoot(code, value),
    generatedForFewShapes: isValidFromRoot(codeForFewShapes, value),
    violations: render(findFailures(node, value, MAX_VIOLATIONS).failures),
  })
}

class EverySchema extends Set<SchemaNode> {
  override has(): boolean {
    return true
  }
}

const validateBoth = (schema: unknown): ValidateBoth =>
  validateBothOf(compile({ file: 'schema', schema }, () => undefined))

function expectEqualResults({ violations, ...accepted }: ReturnType<ValidateBoth>): void {
  const isValid = violations.length === 0
  expect(accepted).toEqual({ interpreted: isValid, generated: isValid, generatedForFewShapes: isValid })
}

function expectIsValid(results: ReturnType<ValidateBoth>, isValid: boolean): void {
  expectEqualResults(results)
  expect(results.interpreted).toBe(isValid)
}

/** Values that JSON text cannot represent but a program can pass. */
const notJson: unknown[] = [
  Object.assign([], { a: 1 }),
  Object.assign(['x'], { a: 1 }),
  Object.create({ a: 1, b: 'x', c: null }) as unknown,
  Object.assign(Object.create({ a: 1 }) as object, { b: 1 }),
  Object.defineProperty({ b: 1 }, 'a', { value: 1, enumerable: false }),
  Object.assign(Object.create(null) as object, { a: 1 }),
  { a: undefined },
  { a: 1, b: undefined },
  { [Symbol('a')]: 1 },
  { a: NaN, b: Infinity, c: -0 },
  // oxlint-disable-next-line no-sparse-arrays
  [, 1],
  { a: [undefined] },
  undefined,
  NaN,
  -0,
  10n,
  () => 1,
  new Date(0),
  new Map([['a', 1]]),
]

describe('generated code', () => {
  const values = fc.sample(artifacts, { numRuns: 150, seed: 7 })
  const runs = repetitions(120, 1600)

  it('returns the same results as the interpreter for random schemas and values', () => {
    const tally = { accepted: 0, rejected: 0 }
    fc.assert(
      fc.property(
        schemas({ usesPatterns: true }).filter(isCompilableBy(compileSchema)),
        fc.array(artifacts, { minLength: 10, maxLength: 10 }),
        (schema, others) => {
          const validate = validateBoth(schema)
          const disagreements = [...values, ...others, ...notJson].filter((value) => {
            const { interpreted, generated, generatedForFewShapes, violations } = validate(value)
            tally[interpreted ? 'accepted' : 'rejected']++
            return (
              interpreted !== (violations.length === 0) ||
              generated !== interpreted ||
              generatedForFewShapes !== interpreted
            )
          })
          expect(disagreements).toEqual([])
        },
      ),
      { numRuns: runs },
    )
    expect(Math.min(tally.accepted, tally.rejected)).toBeGreaterThan(6 * runs)
  })

  it.each(ids)('returns the same results as the interpreter for %s', (id) => {
    const validate = validateBothOf(contracts.get(id).schemaNode())
    fc.assert(
      fc.property(artifactOf(id), fc.jsonValue(), fc.nat(), (artifact, other, choice) => {
        expectIsValid(validate(artifact), true)
        const object = artifact as Record<string, unknown>
        const name = Object.keys(object)[choice % Object.keys(object).length] ?? ''
        const { [name]: _, ...less } = object
        for (const value of [other, less, { ...object, [name]: other }, { ...object, other }])
          expectEqualResults(validate(value))
      }),
      { numRuns: repetitions(15, 200) },
    )
  })

  it.each([
    '"',
    "'",
    '\\',
    '\n',
    '\u2028',
    '*/',
    '`${0}`',
    '</script>',
    '\ud800',
    '__proto__',
    'constructor',
    '',
  ])('embeds the string %j of a schema as a literal', (text) => {
    const escaped = text.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&')
    const schema = parsed({
      [text]: { enum: [text, { [text]: [text] }] },
      b: { pattern: escaped },
      c: { const: text },
    })
    const validate = validateBoth({ properties: schema, required: [text], additionalProperties: false })
    expectIsValid(validate(parsed({ [text]: text, b: text, c: text })), true)
    expectIsValid(validate(parsed({ [text]: { [text]: [text] } })), true)
    expectIsValid(validate(parsed({ [text]: `${text}x` })), false)
    expectIsValid(validate(parsed({ [`${text}x`]: text })), false)
    expectIsValid(validate({}), false)
  })

  it('has the same depth limit as the interpreter', () => {
    const list = {
      $defs: { list: { items: { $ref: '#/$defs/list' }, type: ['array', 'null'] } },
      $ref: '#/$defs/list',
    }
    const conditional = { ...list, if: { $ref: '#/$defs/list' }, then: { type: 'array' } }
    for (const schema of [list, conditional]) {
      const validate = validateBoth(schema)
      for (const levels of [0, 1, 511, 512, 513, 600, 5000]) expectEqualResults(validate(nested(levels)))
      expectIsValid(validate(nested(511)), true)
      expectIsValid(validate(nested(5000)), false)
    }
  })

  it('does not grow exponentially if schemas refer to each other several times', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [
        `d${index}`,
        { properties: { a: { $ref: `#/$defs/d${index + 1}` }, b: { $ref: `#/$defs/d${index + 1}` } } },
      ]),
    )
    const validate = validateBoth({ $ref: '#/$defs/d0', $defs: { ...$defs, d60: { type: 'string' } } })
    expectIsValid(validate({ a: { b: { a: {} } } }), true)
  })

  it('is generated for a schema of the maximum nesting', () => {
    let schema: Schema = { type: 'string' }
    for (let level = 0; level < 120; level++) schema = { properties: { a: schema }, required: ['a'] }
    let value: unknown = 'x'
    for (let level = 0; level < 120; level++) value = { a: value }
    const validate = validateBoth(schema)
    expectIsValid(validate(value), true)
    expectIsValid(validate({ a: value }), false)
  })
})

describe('a validator after 5,000 calls', () => {
  const program = (options: string) => `
    const { openContracts } = require('@workbench/contracts')
    let generated = 0
    globalThis.Function = new Proxy(Function, { construct: (target, args) => (generated++, Reflect.construct(target, args)) })
    const { is, validate } = openContracts(${options}).get('finding.v1')
    const finding = ${JSON.stringify(validFinding)}
    const results = new Set()
    for (let time = 0; time < 5000; time++) {
      results.add([is(finding), is({ ...finding, title: 1 }), validate(finding).valid, validate({ ...finding, id: 1 }).valid].join())
    }
    console.log(JSON.stringify({ generates: generated > 0, results: [...results] }))`

  const run = (options: string, ...flags: string[]): unknown => runProgram(program(options), ...flags)

  const results = ['true,false,true,false']

  it('uses generated code', () => {
    expect(run('{}')).toEqual({ generates: true, results })
  })

  it('uses the interpreter if the runtime forbids code generation', () => {
    expect(run('{}', '--disallow-code-generation-from-strings')).toEqual({ generates: true, results })
  })

  it('does not attempt to generate code with codeGeneration: false', () => {
    expect(run('{ codeGeneration: false }')).toEqual({ generates: false, results })
  })

  it('returns the same violations with codeGeneration: false', () => {
    expect(openContracts({ codeGeneration: false }).get('finding.v1').validate({})).toEqual(
      openContracts().get('finding.v1').validate({}),
    )
  })
})

describe('a program that replaces functions of the language after it loads the library', () => {
  const schema = {
    properties: {
      a: { type: 'array' },
      b: { type: 'number' },
      c: { type: 'integer' },
      d: { type: 'object' },
    },
  }
  const values = [
    { a: [], b: 1.5, c: 1, d: {} },
    { a: 1 },
    { a: {} },
    { b: NaN },
    { b: '1' },
    { c: 1.5 },
    { d: [] },
    [],
  ]
  // JSON does not have NaN.
  const program = (result: boolean, options: string) => `
    const { compileSchema } = require('@workbench/contracts')
    const { is, validate } = compileSchema(${JSON.stringify(schema)}, ${options})
    const values = ${JSON.stringify(values).replace('{"b":null}', '{"b":NaN}')}
    Array.isArray = Number.isFinite = Number.isInteger = () => ${result}
    const later = compileSchema(${JSON.stringify(schema)}, ${options})
    const results = new Set()
    for (let time = 0; time < 1000; time++) {
      results.add(values.map((value) => [is(value), validate(value).valid, later.is(value), later.validate(value).valid].join()).join(' '))
    }
    console.log(JSON.stringify([...results]))`
  const expected = values.map((_value, index) =>
    Array<boolean>(4)
      .fill(index === 0 || index === values.length - 1)
      .join(),
  )

  it.each([
    [true, '{}'],
    [false, '{}'],
    [true, '{ codeGeneration: false }'],
    [false, '{ codeGeneration: false }'],
  ])('gets the same verdicts if they return %s, with the options %s', (result, options) => {
    expect(runProgram(program(result, options))).toEqual([expected.join(' ')])
  })
})

/** Runs a program that uses the built library, and parses its output. */
const runProgram = (program: string, ...flags: string[]): unknown =>
  JSON.parse(
    execFileSync(process.execPath, [...flags, '-e', program], {
      cwd: new URL('../..', import.meta.url),
      encoding: 'utf8',
    }),
  )

const parsed = (value: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  JSON.parse(JSON.stringify(value)) as Record<string, unknown>

function nested(levels: number): unknown {
  let value: unknown = null
  for (let level = 0; level < levels; level++) value = [value]
  return value
}
