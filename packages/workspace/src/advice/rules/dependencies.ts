import type { PlanV1 } from '@workbench/contracts'

import { quote } from '../quote.ts'
import { rule } from '../rule.ts'

interface Task {
  readonly id: string
  /** Index of the wave. */
  readonly wave: number
  readonly path: string
  readonly dependsOn: readonly unknown[]
}

/** Of a plan with more, no cycles are searched. */
const MAX_DEPENDENCIES = 2000

/** A task depends on tasks of the plan, of its own wave or an earlier one, and not on itself through others. */
export const dependencies = rule('depends-on', 'plan.v1', (plan) => {
  const tasks = tasksOf(plan)
  const byId = new Map<unknown, Task>(tasks.map((task) => [task.id, task]))
  const isSearched = tasks.flatMap(({ dependsOn }) => dependsOn).length <= MAX_DEPENDENCIES
  return tasks.flatMap((task) =>
    task.dependsOn.flatMap((other, index) => {
      const message = problemOf(task, other)
      return message === undefined ? [] : [{ path: `${task.path}/dependsOn/${index}`, message }]
    }),
  )

  function problemOf({ id, wave }: Task, other: unknown): string | undefined {
    const target = byId.get(other)
    if (!target) return `No task of the plan has the id ${quote(other)}`
    if (target.wave > wave)
      return `Task ${quote(other)} is in a later wave, ${quote(plan.waves[target.wave]?.id)}`
    if (id === other) return `Task ${quote(id)} depends on itself`
    return isSearched && neededBy(other).has(id)
      ? `Tasks ${quote(id)} and ${quote(other)} depend on each other; start with one of them`
      : undefined
  }

  /** A task, and all that it depends on, also through others. */
  function neededBy(first: unknown): ReadonlySet<unknown> {
    const needed = new Set([first])
    // The iteration of a set includes elements that are added during it.
    for (const id of needed) for (const other of byId.get(id)?.dependsOn ?? []) needed.add(other)
    return needed
  }
})

const tasksOf = ({ waves }: PlanV1): Task[] =>
  waves.flatMap(({ tasks }, wave) =>
    tasks.map(({ id, dependsOn = [] }, index) => ({
      id,
      wave,
      dependsOn,
      path: `/waves/${wave}/tasks/${index}`,
    })),
  )
