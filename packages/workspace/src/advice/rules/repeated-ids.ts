import { quote } from '../quote.ts'
import { rule } from '../rule.ts'

/** The waves and the tasks of a plan have different ids. */
export const repeatedIdsInPlan = rule('repeated-id', 'plan.v1', ({ waves }) => [
  ...repeated(waves.map(({ id }, index) => ({ id, path: `/waves/${index}/id` }))),
  ...repeated(
    waves.flatMap(({ tasks }, index) =>
      tasks.map(({ id }, task) => ({ id, path: `/waves/${index}/tasks/${task}/id` })),
    ),
  ),
])

/** The findings of a review have different ids. */
export const repeatedIdsInReview = rule('repeated-id', 'review.v1', ({ findings }) =>
  repeated(findings.map(({ id }, index) => ({ id, path: `/findings/${index}/id` }))),
)

interface Named {
  readonly id: string
  readonly path: string
}

function repeated(named: readonly Named[]): { path: string; message: string }[] {
  const first = new Map<string, string>()
  return named.flatMap(({ id, path }) => {
    const earlier = first.get(id)
    if (earlier !== undefined) return [{ path, message: `The id ${quote(id)} is used before, at ${earlier}` }]
    first.set(id, path)
    return []
  })
}
