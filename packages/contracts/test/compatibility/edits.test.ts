import {
  type Change,
  compareSchemas,
  compileSchema,
  type Validator,
  type Violation,
} from '@workbench/contracts'
import fc from 'fast-check'

import { ids, schemaFiles, schemaOf } from '../rules/artifacts.ts'
import { edited, valueAt } from '../rules/edit.ts'
import { contractEdits } from './edits-contracts.ts'
import { keywordEdits } from './edits-keywords.ts'
import { placed, settings } from './edits-places.ts'
import { structureEdits } from './edits-structure.ts'
import type { Edit, Files, Place } from './edits.ts'
import { artifacts, type Schema } from './schemas.ts'

const sampleStrings = (pattern: string) =>
  fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), { numRuns: 50, seed: 1 })

const values = fc.sample(artifacts, { numRuns: 200, seed: 1 })

const contractFiles: Files = Object.fromEntries(schemaFiles)

const fileOf = (id: string) => `${id}.schema.json`

/** Contracts as edits of their files, beside edits that were made up. */
const edits: readonly Edit[] = [
  ...settings.flatMap((setting) => keywordEdits.map((edit) => placed(edit, setting))),
  ...structureEdits,
  ...contractEdits.map(({ file, name, edits: changes, verdict, expected = [], judged = file }) => {
    const schemasAfter = { ...contractFiles, [fileOf(file)]: edited(schemaOf(file), changes) as Schema }
    return {
      name: `${file}: ${name}`,
      before: schemaOf(judged),
      after: schemasAfter[fileOf(judged)] ?? {},
      schemas: contractFiles,
      schemasAfter,
      verdict,
      expected: expected.map(({ path, rule }) => ({
        path,
        rule: rule.includes('#') ? rule : `${fileOf(judged)}#${rule}`,
      })),
    }
  }),
]

interface Comparison {
  readonly old: Validator
  readonly young: Validator
  readonly changes: readonly Change[]
}

function comparison({ before, after, schemas = {}, schemasAfter = schemas }: Edit): Comparison {
  const [old, young] = [compileSchema(before, { schemas }), compileSchema(after, { schemas: schemasAfter })]
  return { old, young, changes: compareSchemas(old, young, { sampleStrings }) }
}

const verdictOf = (changes: readonly Change[]): Edit['verdict'] =>
  changes.length === 0
    ? 'compatible'
    : changes.some(({ verdict }) => verdict === 'breaking')
      ? 'breaking'
      : 'unknown'

/** Each once, in an order of their own: a rule may refuse several types, and at several levels of a recursion. */
const distinct = (places: readonly string[]): string[] => [...new Set(places)].sort()

const ruleOf = ({ rule }: Place): string => (rule.includes('#') ? rule : `schema#${rule}`)

const placeOf = (place: Place): string => `${place.path} at ${ruleOf(place)}`

const violationsOf = (validator: Validator, value: unknown): readonly Violation[] => {
  const verdict = validator.validate(value)
  return verdict.valid ? [] : verdict.violations
}

/** A change is proved by an artifact that breaks the rule it names, at the member it names. */
function expectProof({ path, after, counterexample }: Change, { old, young }: Comparison): void {
  expect({ old: old.is(counterexample), young: young.is(counterexample) }).toEqual({
    old: true,
    young: false,
  })
  expect(violationsOf(old, counterexample)).toEqual([])
  const broken = violationsOf(young, counterexample)
  expect(broken.map((violation) => violation.path)).toContain(path)
  expect(broken.some(({ schemaPath }) => `${schemaPath}/`.startsWith(`${after}/`))).toBe(true)
}

/** Where a rule stands is said of a place that there is. */
function expectRule(place: string, root: Schema, files: Files): void {
  const [file = '', pointer = ''] = place.split('#')
  const schema = Object.hasOwn(files, file) ? files[file] : root
  expect({ place, isThere: pointer === '' || valueAt(schema, pointer) !== undefined }).toEqual({
    place,
    isThere: true,
  })
}

/** Where the rule stood that a change concerns: in the old schema, whatever the new one asks. */
const befores: readonly {
  readonly name: string
  readonly before: Schema
  readonly after: Schema
  readonly stood: string
}[] = [
  {
    name: 'a limit',
    before: { type: 'string', maxLength: 3 },
    after: { maxLength: 2 },
    stood: 'schema#/maxLength',
  },
  { name: 'no limit', before: { type: 'string' }, after: { type: 'string', maxLength: 2 }, stood: 'schema#' },
  { name: 'enum', before: { enum: ['a', 'b'] }, after: { enum: ['a'] }, stood: 'schema#/enum' },
  { name: 'const', before: { const: 'a' }, after: { const: 'b' }, stood: 'schema#/const' },
  {
    name: 'behind a $ref',
    before: { items: { $ref: '#/$defs/a' }, $defs: { a: { type: 'number' } } },
    after: { items: { type: 'integer' } },
    stood: 'schema#/$defs/a/type',
  },
  {
    name: 'where the new schema has a condition',
    before: { type: 'object', properties: { on: { type: 'boolean' } } },
    after: {
      type: 'object',
      properties: { on: { type: 'boolean' } },
      if: { required: ['on'] },
      then: { required: ['a'] },
    },
    stood: 'schema#',
  },
]

const closed = { type: 'object', additionalProperties: false }

/** Texts of which none is known. */
const rare = { type: 'string', pattern: '^q{40}$' }

/** Objects in objects, so many levels deep. */
const chain = (levels: number, type: string): Schema => ({
  $ref: '#/$defs/0',
  $defs: Object.fromEntries([
    ...Array.from({ length: levels }, (_, level) => [
      String(level),
      { type: 'object', required: ['a'], properties: { a: { $ref: `#/$defs/${level + 1}` } } },
    ]),
    [String(levels), { type }],
  ]) as Schema,
})

describe('compareSchemas() on an edit', () => {
  it.each(edits)('$verdict: $name', (edit) => {
    const found = comparison(edit)
    const { old, young, changes } = found
    const { expected = [] } = edit
    const places = changes.map(({ path, after }) => placeOf({ path, rule: after }))
    expect(verdictOf(changes)).toBe(edit.verdict)
    expect(distinct(changes.map(({ after }) => after))).toEqual(distinct(expected.map(ruleOf)))
    expect(places).toEqual(expect.arrayContaining(expected.map(placeOf)))
    for (const change of changes) {
      if (change.verdict === 'breaking') expectProof(change, found)
      expect('counterexample' in change).toBe(change.verdict === 'breaking')
      const { schemas = {}, schemasAfter = schemas } = edit
      expectRule(change.after, edit.after, schemasAfter)
      expectRule(change.before ?? '', edit.before, schemas)
    }
    const refused = changes.length === 0 ? values.filter((value) => old.is(value) && !young.is(value)) : []
    expect(refused).toEqual([])
  })

  it.each(befores)('says where the rule stood: $name', ({ before, after, stood }) => {
    const { changes } = comparison({ name: '', before, after, verdict: 'breaking' })
    expect(distinct(changes.map((change) => change.before ?? ''))).toEqual([stood])
  })

  it('says what is asked now and what was asked before', () => {
    const messages = [
      [{ type: 'string' }, { type: 'string', maxLength: 1 }],
      [
        { type: 'number', minimum: 0 },
        { type: 'integer', minimum: 2 },
      ],
      [{ maximum: 3 }, { maximum: 2.5 }],
      [{ minItems: 1 }, { minItems: 2 }],
      [{ pattern: '^a$' }, { pattern: '^b$' }],
      [{ type: ['null', 'boolean'] }, { enum: [true] }],
      [{ enum: ['a', 'b'] }, { enum: ['a'] }],
      [{}, { required: ['a'] }],
      [{}, { properties: { a: false } }],
      [{ type: ['null', 'boolean', 'string', 'array', 'object'] }, { type: 'integer' }],
    ].flatMap(([before = {}, after = {}]) =>
      comparison({ name: '', before, after, verdict: 'breaking' }).changes.map(({ message }) => message),
    )
    expect(messages).toEqual([
      'at most 1 character now, any before',
      'a number that is no integer is no longer allowed',
      'at least 2 now, 0 before',
      'at most 2.5 now, 3 before',
      'at least 2 items now, 1 before',
      'has to match ^b$ now, "^a$" before',
      'only true is allowed now; null is not',
      '"b" is no longer allowed',
      'member "a" is required now',
      'member "a" is no longer allowed',
      'null is no longer allowed',
      'true or false is no longer allowed',
      'a string is no longer allowed',
      'an array is no longer allowed',
      'an object is no longer allowed',
    ])
  })

  it('answers where no artifact may nest so deep', () => {
    expect(() =>
      comparison({ name: '', before: chain(600, 'string'), after: chain(600, 'number'), verdict: 'unknown' }),
    ).not.toThrow()
  })

  it('knows next to nothing of patterns without texts that match them', () => {
    const changesOf = (before: Schema, after: Schema) =>
      compareSchemas(compileSchema(before), compileSchema(after))
    expect(verdictOf(changesOf({ pattern: '^q{40}$' }, { pattern: '^q{41}$' }))).toBe('unknown')
    expect(verdictOf(changesOf({ type: 'string' }, { pattern: '^q{41}$' }))).toBe('breaking')
    expect(changesOf({ pattern: '^q{40}$' }, { pattern: '^q{40}$', minimum: 1 })).toMatchObject([
      { verdict: 'breaking', counterexample: 0 },
    ])
  })

  it.each([
    ['an array', { type: 'array', items: rare }, { const: [] }],
    ['an optional member', { ...closed, properties: { a: rare } }, { const: {} }],
    ['a required member', { ...closed, properties: { a: rare }, required: ['a'] }, { const: {} }],
    ['a listed text', rare, { enum: ['', 'a'] }],
    ['a type', rare, { type: 'number' }],
  ])('does not take for nothing what it cannot make: %s', (_, before, after) => {
    const changes = compareSchemas(compileSchema(before), compileSchema(after))
    expect(changes).toMatchObject([{ verdict: 'unknown' }])
    expect(changes[0]).not.toHaveProperty('counterexample')
  })

  it('gives no counterexample that the new schema accepts', () => {
    const before = {
      ...closed,
      required: ['rank'],
      properties: { rank: { enum: ['high', 'low'] }, a: {} },
      if: { properties: { rank: { const: 'high' } } },
      then: { required: ['a'] },
    }
    const found = comparison({
      name: '',
      before,
      after: { ...before, required: ['rank', 'a'] },
      verdict: 'breaking',
    })
    expect(found.changes.map(({ path }) => path)).toEqual(['/a'])
    const untrue = found.changes.filter(
      ({ verdict, counterexample }) =>
        verdict === 'breaking' && (!found.old.is(counterexample) || found.young.is(counterexample)),
    )
    expect(untrue).toEqual([])
  })

  it('was asked of every keyword, every place and every contract', () => {
    expect(new Set(edits.map(({ name }) => name)).size).toBe(edits.length)
    expect(keywordEdits.length + structureEdits.length + contractEdits.length).toBeGreaterThanOrEqual(140)
    for (const verdict of ['breaking', 'compatible'])
      expect(
        ids.filter((id) => !contractEdits.some((edit) => edit.file === id && edit.verdict === verdict)),
      ).toEqual([])
  })
})
