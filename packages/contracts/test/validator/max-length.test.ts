import { baseArtifact, contracts, ids, resolve, type Schema, schemaOf } from '../rules/artifacts.ts'
import { edited } from '@workbench/test-support/json/edit-json'

/** A `maxLength`, with the pointer to a string in the valid example that it applies to. */
interface LengthLimit {
  readonly id: string
  readonly pointer: string
  readonly limit: number
}

const limits = ids.flatMap((id) => limitsIn(id, schemaOf(id), `${id}.schema.json`, ''))

/** Functions that build strings of a length in code points. */
const texts: readonly (readonly [string, (length: number) => string])[] = [
  ['plain letters', (length) => 'x'.repeat(length)],
  ['astral characters', (length) => '😀'.repeat(length)],
  [
    'letters and astral characters',
    (length) => Array.from({ length }, (_, at) => (at % 3 ? 'é' : '𝄞')).join(''),
  ],
  ['one astral character at the end', (length) => `${'x'.repeat(length - 1)}🚨`],
  ['combining marks', (length) => 'e\u0301'.repeat(length).slice(0, length)],
  ['lone surrogates', (length) => '\udc00'.repeat(length)],
]

const cases = limits.flatMap((limit) => texts.map(([kind, textOf]) => ({ ...limit, kind, textOf })))

describe('maxLength', () => {
  test('is defined for the strings that the requirement limits', () => {
    const required = [
      { id: 'compliance-check.v1', pointer: '/evidence/0/excerpt', limit: 600 },
      { id: 'fact.v1', pointer: '/title', limit: 80 },
      { id: 'fact.v1', pointer: '/body', limit: 900 },
      { id: 'finding.v1', pointer: '/title', limit: 120 },
      { id: 'finding.v1', pointer: '/summary', limit: 600 },
      { id: 'finding.v1', pointer: '/evidence/0/excerpt', limit: 600 },
      { id: 'handoff.v1', pointer: '/summary', limit: 1200 },
      { id: 'review.v1', pointer: '/findings/0/title', limit: 120 },
      { id: 'review.v1', pointer: '/findings/0/summary', limit: 600 },
      { id: 'review.v1', pointer: '/findings/0/evidence/0/excerpt', limit: 600 },
      { id: 'review.v1', pointer: '/summary', limit: 900 },
      { id: 'tracker-item.v1', pointer: '/title', limit: 200 },
    ]
    expect(limits).toEqual(expect.arrayContaining(required))
  })

  test.each(cases)(
    'accepts $limit characters at $pointer of $id: $kind',
    ({ id, pointer, limit, textOf }) => {
      const artifact = edited(baseArtifact(id), [{ set: pointer, to: textOf(limit) }])
      expect(contracts.get(id).validate(artifact)).toEqual({ valid: true })
      expect(contracts.get(id).is(artifact)).toBe(true)
      expect(contracts.get(id).validateText(JSON.stringify(artifact))).toEqual({ valid: true })
    },
  )

  test.each(cases)(
    'rejects more than $limit characters at $pointer of $id: $kind',
    ({ id, pointer, limit, textOf }) => {
      const artifact = edited(baseArtifact(id), [{ set: pointer, to: textOf(limit + 1) }])
      const violation = {
        path: pointer,
        keyword: 'maxLength',
        message: `Expected at most ${limit} characters; received ${limit + 1}`,
        expected: limit,
        received: limit + 1,
      }
      const verdict = contracts.get(id).validate(artifact)
      expect(verdict).toMatchObject({ valid: false, violations: [violation] })
      expect(contracts.get(id).is(artifact)).toBe(false)
      expect(contracts.get(id).validateText(JSON.stringify(artifact))).toMatchObject({
        violations: [violation],
      })
    },
  )
})

/** Collects the limits of a contract through `properties`, `items` and `$ref`. */
function limitsIn(id: string, schema: Schema, file: string, pointer: string): LengthLimit[] {
  const { maxLength, $ref, items, properties = {} } = schema
  const here = typeof maxLength === 'number' ? [{ id, pointer, limit: maxLength }] : []
  const target = typeof $ref === 'string' ? resolve($ref, file) : undefined
  return [
    ...here,
    ...(target ? limitsIn(id, target.schema, target.file, pointer) : []),
    ...(items === undefined ? [] : limitsIn(id, items as Schema, file, `${pointer}/0`)),
    ...Object.entries(properties as Schema).flatMap(([name, member]) =>
      limitsIn(id, member as Schema, file, `${pointer}/${name}`),
    ),
  ]
}
