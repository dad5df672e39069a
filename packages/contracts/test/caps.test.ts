import { baseArtifact, contracts, ids, resolve, type Schema, schemaOf } from './rules/artifacts.ts'
import { edited } from './rules/edit.ts'

/** A cap, and a place in the valid example of its contract that it rules. */
interface Cap {
  readonly id: string
  readonly pointer: string
  readonly limit: number
}

const caps = ids.flatMap((id) => capsIn(id, schemaOf(id), `${id}.schema.json`, ''))

/** Texts of a length in code points. */
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

const cases = caps.flatMap((cap) => texts.map(([kind, textOf]) => ({ ...cap, kind, textOf })))

describe('maxLength', () => {
  test('stands where the limits of the contracts are', () => {
    expect(caps).toEqual([
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
    ])
  })

  test.each(cases)('$id $pointer may have $limit $kind', ({ id, pointer, limit, textOf }) => {
    const artifact = edited(baseArtifact(id), [{ set: pointer, to: textOf(limit) }])
    expect(contracts.get(id).validate(artifact)).toEqual({ valid: true })
    expect(contracts.get(id).is(artifact)).toBe(true)
    expect(contracts.get(id).validateText(JSON.stringify(artifact))).toEqual({ valid: true })
  })

  test.each(cases)('$id $pointer has one too many of $limit $kind', ({ id, pointer, limit, textOf }) => {
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
  })
})

/** Walks a contract as an artifact is built: into members, first items, and whatever `$ref` leads to. */
function capsIn(id: string, schema: Schema, file: string, pointer: string): Cap[] {
  const { maxLength, $ref, items, properties = {} } = schema
  const here = typeof maxLength === 'number' ? [{ id, pointer, limit: maxLength }] : []
  const target = typeof $ref === 'string' ? resolve($ref, file) : undefined
  return [
    ...here,
    ...(target ? capsIn(id, target.schema, target.file, pointer) : []),
    ...(items === undefined ? [] : capsIn(id, items as Schema, file, `${pointer}/0`)),
    ...Object.entries(properties as Schema).flatMap(([name, member]) =>
      capsIn(id, member as Schema, file, `${pointer}/${name}`),
    ),
  ]
}
