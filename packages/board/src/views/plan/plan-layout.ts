import { max, mean, sort } from 'd3-array'

import type { ArtifactValue } from '../../model/artifact-value.ts'

/** A task in the graph; `x` and `y` are its upper left corner. Lengths are CSS pixels. */
interface PositionedTask {
  readonly task: ArtifactValue
  readonly x: number
  readonly y: number
}

export interface PlanLayout {
  readonly width: number
  readonly height: number
  readonly tasks: readonly PositionedTask[]
  /** Where the column of each wave begins. */
  readonly waves: readonly { readonly wave: ArtifactValue; readonly x: number }[]
  /** From a task to one that depends on it. */
  readonly dependencies: readonly { readonly from: PositionedTask; readonly to: PositionedTask }[]
}

export const TASK = { width: 220, height: 84 }

const HEADING_HEIGHT = 32
const GAP = { x: 48, y: 16 }

/**
 * Positions the tasks of a plan: a column for each wave, and further ones for its tasks that depend on others of the same
 * wave. In a column, a task is at the height of those that it depends on, so that few lines cross.
 */
export function layOutPlan(waves: readonly ArtifactValue[]): PlanLayout {
  const positioned = new Map<string, PositionedTask>()
  const starts: { wave: ArtifactValue; x: number }[] = []
  let x = 0
  for (const wave of waves) {
    starts.push({ wave, x })
    for (const column of columnsOf(wave.at('tasks').items)) {
      const heightOf = (id: string) => positioned.get(id)?.y
      const sorted = sort(column, (task) => mean(dependenciesOf(task), heightOf) ?? 0)
      for (const [row, task] of sorted.entries())
        positioned.set(idOf(task), { task, x, y: HEADING_HEIGHT + row * (TASK.height + GAP.y) })
      x += TASK.width + GAP.x
    }
  }
  const tasks = [...positioned.values()]
  return {
    width: x - GAP.x,
    height: (max(tasks, ({ y }) => y) ?? 0) + TASK.height,
    tasks,
    waves: starts,
    dependencies: tasks.flatMap((to) =>
      dependenciesOf(to.task).flatMap((id) => {
        const from = positioned.get(id)
        return from && from !== to ? [{ from, to }] : []
      }),
    ),
  }
}

/** A task without an id is positioned too. */
const idOf = (task: ArtifactValue): string => task.at('id').text || task.pointer

const dependenciesOf = (task: ArtifactValue): string[] => [
  ...new Set(task.at('dependsOn').items.map(({ text }) => text)),
]

/** The tasks of a wave, those first that depend on no other one of the wave. The tasks of a cycle are in the last column. */
function columnsOf(tasks: readonly ArtifactValue[]): ArtifactValue[][] {
  const columns: ArtifactValue[][] = []
  let rest = [...tasks]
  while (rest.length > 0) {
    const ids = new Set(rest.map(idOf))
    const next = rest.filter((task) => !dependenciesOf(task).some((id) => ids.has(id) && id !== idOf(task)))
    columns.push(next.length === 0 ? rest : next)
    rest = next.length === 0 ? [] : rest.filter((task) => !next.includes(task))
  }
  return columns.length === 0 ? [[]] : columns
}
