import { execFileSync } from 'node:child_process'
import { isDeepStrictEqual } from 'node:util'

import { compileSchema, openContracts, SchemaError, type Violation } from '@workbench/contracts'
import fc from 'fast-check'

import { generate } from '../src/codegen/generate.ts'
import { compile } from '../src/schema/compile.ts'
import { isValidFromRoot } from '../src/schema/schema-node.ts'
import type { SchemaNode } from '../src/schema/types.ts'
import { validateValue, toViolation } from '../src/validator/validate-value.ts'
import { schemaNodeOf } from '../src/validator/validator.ts'
import { artifactOf } from './arbitrary.ts'
import { artifacts, type Schema, schemas } from './compatibility/arbitrary-schemas.ts'
import { contracts, ids } from './rules/artifacts.ts'

/** What a schema's two ways of asking say of a value. */
type BothAnswers = (value: unknown) => { readonly plain: Answer; readonly generated: Answer }

interface Answer {
  readonly holds: boolean
  readonly violations: readonly Violation[]
}

function bothWaysOf(node: SchemaNode): BothAnswers {
  const code = generate(node)
  return (value) => ({ plain: answerOf(node, value), generated: answerOf(code, value) })
}

const answerOf = (way: Pick<SchemaNode, 'isValid' | 'collectViolations'>, value: unknown): Answer => ({
  holds: isValidFromRoot(way.isValid, value),
  violations: validateValue(way, value).map(toViolation),
})

const bothWays = (schema: unknown): BothAnswers =>
  bothWaysOf(compile({ file: 'schema', schema }, () => undefined))

function expectOneAnswer({ plain, generated }: ReturnType<BothAnswers>): void {
  expect(generated).toEqual(plain)
  expect(plain.violations.length === 0).toBe(plain.holds)
}

function expectHolds({ plain, generated }: ReturnType<BothAnswers>, holds: boolean): void {
  expect(generated).toEqual(plain)
  expect(plain.holds).toBe(holds)
}

const compilable = (schema: Schema): boolean => {
  try {
    compileSchema(schema)
    return true
  } catch (error) {
    if (error instanceof SchemaError) return false
    throw error
  }
}

/** Objects that JSON text cannot make, but a program can hand over. */
const oddities: unknown[] = [
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
  // eslint-disable-next-line no-sparse-arrays
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

  it('answers as the rules that it was made of do, whatever the schema and the value', () => {
    const tally = { accepted: 0, refused: 0 }
    fc.assert(
      fc.property(
        schemas({ usesPatterns: true }).filter(compilable),
        fc.array(artifacts, { minLength: 10, maxLength: 10 }),
        (schema, others) => {
          const answers = bothWays(schema)
          const disagreed = [...values, ...others, ...oddities].filter((value) => {
            const { plain, generated } = answers(value)
            tally[plain.holds ? 'accepted' : 'refused']++
            return (
              plain.holds !== generated.holds ||
              plain.holds !== (plain.violations.length === 0) ||
              !isDeepStrictEqual(plain.violations, generated.violations)
            )
          })
          expect(disagreed).toEqual([])
        },
      ),
      { numRuns: Number(process.env['GENERATION_RUNS'] ?? 1500) },
    )
    expect(Math.min(tally.accepted, tally.refused)).toBeGreaterThan(10_000)
  })

  it.each(ids)('answers as the rules of %s do', (id) => {
    const answers = bothWaysOf(schemaNodeOf(contracts.get(id)))
    fc.assert(
      fc.property(artifactOf(id), fc.jsonValue(), fc.nat(), (artifact, other, choice) => {
        expectHolds(answers(artifact), true)
        const object = artifact as Record<string, unknown>
        const name = Object.keys(object)[choice % Object.keys(object).length] ?? ''
        const { [name]: _, ...less } = object
        for (const value of [other, less, { ...object, [name]: other }, { ...object, other }])
          expectOneAnswer(answers(value))
      }),
      { numRuns: 200 },
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
  ])('takes the text %j as nothing but text', (text) => {
    const escaped = text.replace(/[\\^$.*+?()[\]{}|/]/gu, '\\$&')
    const schema = parsed({
      [text]: { enum: [text, { [text]: [text] }] },
      b: { pattern: escaped },
      c: { const: text },
    })
    const answers = bothWays({ properties: schema, required: [text], additionalProperties: false })
    expectHolds(answers(parsed({ [text]: text, b: text, c: text })), true)
    expectHolds(answers(parsed({ [text]: { [text]: [text] } })), true)
    expectHolds(answers(parsed({ [text]: `${text}x` })), false)
    expectHolds(answers(parsed({ [`${text}x`]: text })), false)
    expectHolds(answers({}), false)
  })

  it('looks as deep into an artifact as the rules do', () => {
    const list = {
      $defs: { list: { items: { $ref: '#/$defs/list' }, type: ['array', 'null'] } },
      $ref: '#/$defs/list',
    }
    const conditional = { ...list, if: { $ref: '#/$defs/list' }, then: { type: 'array' } }
    for (const schema of [list, conditional]) {
      const answers = bothWays(schema)
      for (const levels of [0, 1, 511, 512, 513, 600, 5000]) expectOneAnswer(answers(nested(levels)))
      expectHolds(answers(nested(511)), true)
      expectHolds(answers(nested(5000)), false)
    }
  })

  it('stays as long as its schema, however often the parts refer to each other', () => {
    const $defs = Object.fromEntries(
      Array.from({ length: 60 }, (_, index) => [
        `d${index}`,
        { properties: { a: { $ref: `#/$defs/d${index + 1}` }, b: { $ref: `#/$defs/d${index + 1}` } } },
      ]),
    )
    const answers = bothWays({ $ref: '#/$defs/d0', $defs: { ...$defs, d60: { type: 'string' } } })
    expectHolds(answers({ a: { b: { a: {} } } }), true)
  })

  it('is made of a schema that nests as deep as a file may', () => {
    let schema: Schema = { type: 'string' }
    for (let level = 0; level < 120; level++) schema = { properties: { a: schema }, required: ['a'] }
    let value: unknown = 'x'
    for (let level = 0; level < 120; level++) value = { a: value }
    const answers = bothWays(schema)
    expectHolds(answers(value), true)
    expectHolds(answers({ a: value }), false)
  })
})

describe('a validator that is asked often', () => {
  const program = (options: string) => `
    const { openContracts } = require('@workbench/contracts')
    let made = 0
    globalThis.Function = new Proxy(Function, { construct: (target, args) => (made++, Reflect.construct(target, args)) })
    const { is, validate } = openContracts(${options}).get('finding.v1')
    const finding = ${JSON.stringify(validFinding)}
    const answers = new Set()
    for (let time = 0; time < 5000; time++) {
      answers.add([is(finding), is({ ...finding, title: 1 }), validate(finding).valid, validate({ ...finding, id: 1 }).valid].join())
    }
    console.log(JSON.stringify({ made: made > 0, answers: [...answers] }))`

  const run = (options: string, ...flags: string[]): unknown =>
    JSON.parse(
      execFileSync(process.execPath, [...flags, '-e', program(options)], {
        cwd: new URL('..', import.meta.url),
        encoding: 'utf8',
      }),
    )

  const answers = ['true,false,true,false']

  it('asks by generated code', () => {
    expect(run('{}')).toEqual({ made: true, answers })
  })

  it('asks plainly where the runtime forbids generated code', () => {
    expect(run('{}', '--disallow-code-generation-from-strings')).toEqual({ made: true, answers })
  })

  it('never tries where it was told not to', () => {
    expect(run('{ codeGeneration: false }')).toEqual({ made: false, answers })
  })

  it('leaves no difference between the options', () => {
    expect(openContracts({ codeGeneration: false }).get('finding.v1').validate({})).toEqual(
      openContracts().get('finding.v1').validate({}),
    )
  })
})

const validFinding = {
  schema: 'finding.v1',
  producedBy: 'reviewer',
  id: 'F-1',
  severity: 'high',
  title: 'A retry creates a second order',
  summary: 'The key of a request is not kept.',
  failureScenario: 'A client retries after a timeout.',
  confidence: 'high',
}

const parsed = (value: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  JSON.parse(JSON.stringify(value)) as Record<string, unknown>

function nested(levels: number): unknown {
  let value: unknown = null
  for (let level = 0; level < levels; level++) value = [value]
  return value
}
