import { type Html, html } from '../html/html.ts'
import type { PlanProgress } from '../progress/progress.ts'
import type { TaskProgress } from '../progress/tasks.ts'

/** The most tasks that are shown. */
const MAX_TASKS = 200

/** The tasks of a plan with their states, in columns: each task is in a later column than those that it depends on. */
export const showPlanGraph = ({ waves }: PlanProgress): Html =>
  html`<ol class="graph" tabindex="0" aria-label="Tasks after those that they depend on">
    ${columnsOf(waves.flatMap(({ tasks }) => tasks).slice(0, MAX_TASKS)).map(
      (column) =>
        html`<li>
          <ul>
            ${column.map(showTask)}
          </ul>
        </li>`,
    )}
  </ol>`

const showTask = ({ id, agent, dependsOn, state }: TaskProgress): Html =>
  html`<li class="task">
    <strong>${id}</strong> ${agent}:
    ${state}${dependsOn.length > 0 && html`<br />after ${dependsOn.join(', ')}`}
  </li>`

/** Tasks that depend on each other, and those after them, are in the last column. */
function columnsOf(tasks: readonly TaskProgress[]): (readonly TaskProgress[])[] {
  const open = new Set(tasks.map(({ id }) => id))
  const next = tasks.filter(({ dependsOn }) => !dependsOn.some((id) => open.has(id)))
  if (next.length === 0 || next.length === tasks.length) return tasks.length === 0 ? [] : [tasks]
  const others = new Set(next)
  return [next, ...columnsOf(tasks.filter((task) => !others.has(task)))]
}
