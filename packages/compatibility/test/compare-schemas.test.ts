import { compileSchema, type Validator, type Violation } from '@workbench/contracts'
import fc from 'fast-check'

import { schemaFiles, schemaOf } from '@workbench/test-support/contract-files'
import { edited, valueAt } from '@workbench/test-support/json/edit-json'
import { type Change, compareSchemas } from '../src/index.ts'
import { contractEdits } from './contract-edits.ts'
import { embedded, embeddings } from './embeddings.ts'
import { type Edit, editsIn, type Files, type Location } from './edit.ts'
import { artifacts, type Schema } from '@workbench/test-support/schemas/arbitrary-schemas'

const values = fc.sample(artifacts, { numRuns: 200, seed: 1 })

const contractFiles: Files = Object.fromEntries(schemaFiles)

const fileOf = (id: string) => `${id}.schema.json`

const keywordEdits = editsIn('keyword-edits.json')
const structureEdits = editsIn('structure-edits.json')

/** Edits of generic schemas, and edits of the contract files. */
const edits: readonly Edit[] = [
  ...embeddings.flatMap((embedding) => keywordEdits.map((edit) => embedded(edit, embedding))),
  ...structureEdits,
  ...contractEdits.map(({ file, name, edits: changes, verdict, expected = [], compared = file }) => {
    const schemasAfter = { ...contractFiles, [fileOf(file)]: edited(schemaOf(file), changes) as Schema }
    return {
      name: `${file}: ${name}`,
      before: schemaOf(compared),
      after: schemasAfter[fileOf(compared)] ?? {},
      schemas: contractFiles,
      schemasAfter,
      verdict,
      expected: expected.map(({ path, rule }) => ({
        path,
        rule: rule.includes('#') ? rule : `${fileOf(compared)}#${rule}`,
      })),
    }
  }),
]

interface Comparison {
  readonly old: Validator
  readonly current: Validator
  readonly changes: readonly Change[]
}

function comparison({ before, after, schemas = {}, schemasAfter = schemas }: Edit): Comparison {
  const [old, current] = [
    compileSchema(before, { schemas, codeGeneration: false }),
    compileSchema(after, { schemas: schemasAfter, codeGeneration: false }),
  ]
  return { old, current, changes: compareSchemas(old, current) }
}

const verdictOf = (changes: readonly Change[]): Edit['verdict'] =>
  changes.length === 0
    ? 'compatible'
    : changes.some(({ verdict }) => verdict === 'breaking')
      ? 'breaking'
      : 'unknown'

/** Without duplicates: one keyword may reject several types, and at several levels of a recursion. */
const distinct = (locations: readonly string[]): string[] => [...new Set(locations)].sort()

const schemaPathOf = ({ rule }: Location): string => (rule.includes('#') ? rule : `schema#${rule}`)

const formatLocation = (location: Location): string => `${location.path} at ${schemaPathOf(location)}`

const violationsOf = (validator: Validator, value: unknown): readonly Violation[] => {
  const verdict = validator.validate(value)
  return verdict.valid ? [] : verdict.violations
}

/** The counterexample violates the keyword that the change names, at the member that it names. */
function expectCounterexample({ path, after, counterexample }: Change, { old, current }: Comparison): void {
  expect({ old: old.is(counterexample), current: current.is(counterexample) }).toEqual({
    old: true,
    current: false,
  })
  expect(violationsOf(old, counterexample)).toEqual([])
  const violations = violationsOf(current, counterexample)
  expect(violations.map((violation) => violation.path)).toContain(path)
  expect(violations.some(({ schemaPath }) => `${schemaPath}/`.startsWith(`${after}/`))).toBe(true)
}

/** The location, as `schema#/maxLength`, exists in the schema or the file that it names. */
function expectExistingLocation(location: string, root: Schema, files: Files): void {
  const [file = '', pointer = ''] = location.split('#')
  const schema = Object.hasOwn(files, file) ? files[file] : root
  expect({ location, exists: pointer === '' || valueAt(schema, pointer) !== undefined }).toEqual({
    location,
    exists: true,
  })
}

const oldLocations: readonly {
  readonly name: string
  readonly before: Schema
  readonly after: Schema
  /** Expected location of the keyword in the old schema. */
  readonly location: string
}[] = [
  {
    name: 'keyword in both schemas',
    before: { type: 'string', maxLength: 3 },
    after: { maxLength: 2 },
    location: 'schema#/maxLength',
  },
  {
    name: 'keyword only in the new schema',
    before: { type: 'string' },
    after: { type: 'string', maxLength: 2 },
    location: 'schema#',
  },
  { name: 'enum', before: { enum: ['a', 'b'] }, after: { enum: ['a'] }, location: 'schema#/enum' },
  { name: 'const', before: { const: 'a' }, after: { const: 'b' }, location: 'schema#/const' },
  {
    name: 'keyword referenced with $ref',
    before: { items: { $ref: '#/$defs/a' }, $defs: { a: { type: 'number' } } },
    after: { items: { type: 'integer' } },
    location: 'schema#/$defs/a/type',
  },
  {
    name: 'keyword in then of the new schema',
    before: { type: 'object', properties: { on: { type: 'boolean' } } },
    after: {
      type: 'object',
      properties: { on: { type: 'boolean' } },
      if: { required: ['on'] },
      then: { required: ['a'] },
    },
    location: 'schema#',
  },
]

const closed = { type: 'object', additionalProperties: false }

/** Strings that the search for examples does not find. */
const rare = { type: 'string', pattern: '^(?:(?=qr)(?:p|q)r){30}$' }

/** A schema of objects that are nested `levels` deep. */
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
    const { old, current, changes } = found
    const { expected = [] } = edit
    const locations = changes.map(({ path, after }) => formatLocation({ path, rule: after }))
    expect(verdictOf(changes)).toBe(edit.verdict)
    expect(distinct(changes.map(({ after }) => after))).toEqual(distinct(expected.map(schemaPathOf)))
    expect(locations).toEqual(expect.arrayContaining(expected.map(formatLocation)))
    for (const change of changes) {
      if (change.verdict === 'breaking') expectCounterexample(change, found)
      expect('counterexample' in change).toBe(change.verdict === 'breaking')
      const { schemas = {}, schemasAfter = schemas } = edit
      expectExistingLocation(change.after, edit.after, schemasAfter)
      expectExistingLocation(change.before ?? '', edit.before, schemas)
    }
    const rejected = changes.length === 0 ? values.filter((value) => old.is(value) && !current.is(value)) : []
    expect(rejected).toEqual([])
  })

  it.each(oldLocations)('reports the location in the old schema: $name', ({ before, after, location }) => {
    const { changes } = comparison({ name: '', before, after, verdict: 'breaking' })
    expect(distinct(changes.map((change) => change.before ?? ''))).toEqual([location])
  })

  it('describes the new constraint and the previous one in its message', () => {
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
      'must have at most 1 character; previously unlimited',
      'a number that is not an integer is no longer allowed',
      'must be at least 2; previously 0',
      'must be at most 2.5; previously 3',
      'must have at least 2 items; previously 1',
      'must match ^b$; previously "^a$"',
      'must be true; null is no longer allowed',
      '"b" is no longer allowed',
      'member "a" is now required',
      'member "a" is no longer allowed',
      'null is no longer allowed',
      'a boolean is no longer allowed',
      'a string is no longer allowed',
      'an array is no longer allowed',
      'an object is no longer allowed',
    ])
  })

  it('does not throw for schemas that are nested deeper than artifacts may be', () => {
    expect(() =>
      comparison({ name: '', before: chain(600, 'string'), after: chain(600, 'number'), verdict: 'unknown' }),
    ).not.toThrow()
  })

  it.each([
    ['items', { type: 'array', items: rare }, { const: [] }],
    ['optional member', { ...closed, properties: { a: rare } }, { const: {} }],
    ['required member', { ...closed, properties: { a: rare }, required: ['a'] }, { const: {} }],
    ['string replaced by an enum', rare, { enum: ['', 'a'] }],
    ['string replaced by another type', rare, { type: 'number' }],
  ])('returns unknown if it finds no example of the old schema: %s', (_, before, after) => {
    const changes = compareSchemas(compileSchema(before), compileSchema(after))
    expect(changes).toMatchObject([{ verdict: 'unknown' }])
    expect(changes[0]).not.toHaveProperty('counterexample')
  })

  it.each<[string, object, object]>([
    [
      'of a boolean member',
      { required: ['flag'], properties: { flag: { type: 'boolean' }, x: { enum: ['a', 'b', 'c'] } } },
      { properties: { flag: { const: false } } },
    ],
    [
      'of an optional boolean member that is satisfied without it',
      { properties: { flag: { type: 'boolean' }, x: { enum: ['a', 'b', 'c'] } } },
      { properties: { flag: { const: false } } },
    ],
    [
      'of all values of an enum but the fifth',
      { required: ['k'], properties: { k: { enum: [1, 2, 3, 4, 5] }, x: { enum: ['a', 'b', 'c'] } } },
      { properties: { k: { enum: [1, 2, 3, 4] } } },
    ],
  ])('finds a counterexample outside of the condition %s', (_, schema, condition) => {
    const limited = { if: condition, then: { properties: { x: { const: 'a' } } } }
    const current = structuredClone(schema) as { properties: { x: { enum: string[] } } }
    current.properties.x.enum.pop()
    expect(
      compareSchemas(compileSchema({ ...schema, ...limited }), compileSchema({ ...current, ...limited })),
    ).toMatchObject([{ verdict: 'breaking', path: '/x', counterexample: { x: 'c' } }])
  })

  it('returns no counterexample that the new schema accepts', () => {
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
        verdict === 'breaking' && (!found.old.is(counterexample) || found.current.is(counterexample)),
    )
    expect(untrue).toEqual([])
  })

  it('returns unknown if the new schema constrains values at any depth that the old one does not constrain', () => {
    const free = compileSchema({})
    const recursive = compileSchema({ items: { $ref: '#' }, additionalProperties: { $ref: '#' } })
    expect(compareSchemas(free, recursive).map(({ verdict }) => verdict)).toContain('unknown')
    expect(compareSchemas(recursive, recursive)).toEqual([])
    expect(compareSchemas(recursive, free)).toEqual([])
  })

  it('is tested with unique edits, at least 140', () => {
    expect(new Set(edits.map(({ name }) => name)).size).toBe(edits.length)
    expect(keywordEdits.length + structureEdits.length + contractEdits.length).toBeGreaterThanOrEqual(140)
  })
})
