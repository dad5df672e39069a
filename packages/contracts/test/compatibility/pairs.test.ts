import { type Change, compareSchemas, compileSchema, SchemaError, type Validator } from '@workbench/contracts'
import fc from 'fast-check'

import { artifacts, editedPair, type Schema, schemas } from './schemas.ts'

const sampleStrings = (pattern: string) =>
  fc.sample(fc.stringMatching(new RegExp(pattern, 'u')), { numRuns: 50, seed: 1 })

/** Pairs of schemas that can be compiled; one that refers to itself for the same value cannot. */
const compiled = (pairs: fc.Arbitrary<[Schema, Schema]>): fc.Arbitrary<[Validator, Validator]> =>
  pairs
    .filter((pair) => pair.every(canBeCompiled))
    .map(([before, after]) => [compileSchema(before), compileSchema(after)])

function canBeCompiled(schema: Schema): boolean {
  try {
    compileSchema(schema)
    return true
  } catch (error) {
    if (error instanceof SchemaError) return false
    throw error
  }
}

const runs = Number(process.env['COMPATIBILITY_RUNS'] ?? 1500)
const values = fc.sample(artifacts, { numRuns: 400 })

/** What is wrong with an answer; undefined where nothing is. */
function faultIn(changes: readonly Change[], before: Validator, after: Validator): string | undefined {
  for (const change of changes) {
    const isReal = before.is(change.counterexample) && !after.is(change.counterexample)
    if ('counterexample' in change ? !isReal : change.verdict === 'breaking')
      return `not proved: ${JSON.stringify(change)}`
  }
  const missed = changes.length === 0 ? values.filter((value) => before.is(value) && !after.is(value)) : []
  return missed.length === 0 ? undefined : `compatible, but for ${JSON.stringify(missed[0])}`
}

describe('compareSchemas() on generated pairs', () => {
  it.each([
    ['an edit, without patterns', false, editedPair({ usesPatterns: false })],
    [
      'two schemas, without patterns',
      false,
      fc.tuple(schemas({ usesPatterns: false }), schemas({ usesPatterns: false })),
    ],
    ['an edit, with patterns', true, editedPair({ usesPatterns: true })],
    [
      'two schemas, with patterns',
      true,
      fc.tuple(schemas({ usesPatterns: true }), schemas({ usesPatterns: true })),
    ],
  ])('is never wrong, and seldom undecided: %s', (_, usesPatterns, pairs) => {
    const tally = { pairs: 0, unknown: 0 }
    fc.assert(
      fc.property(compiled(pairs), ([before, after]) => {
        const changes = compareSchemas(before, after, { sampleStrings })
        tally.pairs++
        if (changes.length > 0 && changes.every(({ verdict }) => verdict === 'unknown')) tally.unknown++
        expect(faultIn(changes, before, after)).toBeUndefined()
      }),
      { numRuns: runs },
    )
    expect(tally.pairs).toBeGreaterThanOrEqual(runs)
    expect(tally.unknown / tally.pairs).toBeLessThan(usesPatterns ? 0.1 : 0.02)
  })

  it('finds every schema compatible with itself', () => {
    const twice = schemas({ usesPatterns: true }).map((schema): [Schema, Schema] => [
      schema,
      structuredClone(schema),
    ])
    fc.assert(
      fc.property(compiled(twice), ([before, after]) => {
        expect(compareSchemas(before, after)).toEqual([])
      }),
      { numRuns: runs },
    )
  })
})
