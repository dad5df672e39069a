import type { PlanV1, ReviewV1 } from '@workbench/contracts'

import { quote } from '../quote.ts'
import type { Rule } from '../rule.ts'

/** The waves and the tasks of a plan, and the findings of a review, have different ids. */
export const repeatedIds: Rule = {
  name: 'repeated-id',
  contracts: ['plan.v1', 'review.v1'],
  check(artifact) {
    const { waves = [], findings = [] } = artifact as Partial<
      Pick<PlanV1, 'waves'> & Pick<ReviewV1, 'findings'>
    >
    const tasks = waves.flatMap((wave, index) =>
      wave.tasks.map(({ id }, task) => ({ id, path: `/waves/${index}/tasks/${task}/id` })),
    )
    return [
      ...repeated(waves.map(({ id }, index) => ({ id, path: `/waves/${index}/id` }))),
      ...repeated(tasks),
      ...repeated(findings.map(({ id }, index) => ({ id, path: `/findings/${index}/id` }))),
    ]
  },
}

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
