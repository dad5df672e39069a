import { compileSchema, type Validator } from '@workbench/contracts'
import fc from 'fast-check'

import { repetitions } from '@workbench/test-support/repetitions'
import {
  artifacts,
  editedPair,
  isCompilableBy,
  type Schema,
  schemas,
} from '@workbench/test-support/schemas/arbitrary-schemas'
import { type Change, compareSchemas } from '../src/index.ts'

const compiled = (pairs: fc.Arbitrary<[Schema, Schema]>): fc.Arbitrary<[Validator, Validator]> =>
  pairs
    .filter((pair) => pair.every(isCompilableBy(compileSchema)))
    .map(([before, after]) => [compileSchema(before), compileSchema(after)])

const runs = repetitions(150, 2000)
const values = fc.sample(artifacts, { numRuns: 400 })

/** Describes a wrong result; undefined if the result is right for all sample values. */
function errorIn(changes: readonly Change[], before: Validator, after: Validator): string | undefined {
  for (const change of changes) {
    const isReal = before.is(change.counterexample) && !after.is(change.counterexample)
    if ('counterexample' in change ? !isReal : change.verdict === 'breaking')
      return `not a counterexample: ${JSON.stringify(change)}`
  }
  const missed = changes.length === 0 ? values.filter((value) => before.is(value) && !after.is(value)) : []
  return missed.length === 0 ? undefined : `reported as compatible, but rejects ${JSON.stringify(missed[0])}`
}

describe('compareSchemas() on generated pairs', () => {
  it.each([
    ['an edited schema, without patterns', false, editedPair({ usesPatterns: false })],
    [
      'two unrelated schemas, without patterns',
      false,
      fc.tuple(schemas({ usesPatterns: false }), schemas({ usesPatterns: false })),
    ],
    ['an edited schema, with patterns', true, editedPair({ usesPatterns: true })],
    [
      'two unrelated schemas, with patterns',
      true,
      fc.tuple(schemas({ usesPatterns: true }), schemas({ usesPatterns: true })),
    ],
  ])('returns correct verdicts, and rarely unknown: %s', (_, usesPatterns, pairs) => {
    const tally = { pairs: 0, unknown: 0 }
    fc.assert(
      fc.property(compiled(pairs), ([before, after]) => {
        const changes = compareSchemas(before, after)
        tally.pairs++
        if (changes.length > 0 && changes.every(({ verdict }) => verdict === 'unknown')) tally.unknown++
        expect(errorIn(changes, before, after)).toBeUndefined()
      }),
      { numRuns: runs },
    )
    expect(tally.pairs).toBeGreaterThanOrEqual(runs)
    expect(tally.unknown).toBeLessThan(Math.max(10, (usesPatterns ? 0.1 : 0.02) * tally.pairs))
  })

  it('reports no change between a schema and its copy', () => {
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
