import { type Html, html } from '../../html/html.ts'
import type { ArtifactValue } from '../../model/artifact-value.ts'
import type { PlanProgress } from '../../progress/progress.ts'
import type { TaskProgress } from '../../progress/tasks.ts'
import { layOutPlan, type PlanLayout, TASK } from './plan-layout.ts'

/** More tasks are shown in the tables only. */
const MAX_TASKS = 200

/** The tables below the graph contain the same as text. */
export function showGraph(waves: readonly ArtifactValue[], progress: PlanProgress | undefined): Html | false {
  const count = waves.flatMap((wave) => wave.at('tasks').items).length
  if (count === 0 || count > MAX_TASKS) return false
  const layout = layOutPlan(waves)
  const states = new Map((progress?.waves ?? []).flatMap(({ tasks }) => tasks.map((task) => [task.id, task])))
  return html`<div class="scroll" tabindex="0" role="group" aria-label="Graph of the tasks">
    <svg
      class="graph"
      width="${layout.width}"
      height="${layout.height}"
      role="img"
      aria-label="Tasks by wave, with a line from each task to those that depend on it"
    >
      ${layout.dependencies.slice(0, MAX_LINES).map(showLine)}
      ${layout.waves.map(({ wave, x }) => html`<text class="wave" x="${x}" y="20">${wave.at('id').text}</text>`)}
      ${layout.tasks.map((node) => showNode(node, states.get(node.task.at('id').text)))}
    </svg>
  </div>`
}

const MAX_LINES = 1_000

const showNode = ({ task, x, y }: PlanLayout['tasks'][number], progress: TaskProgress | undefined): Html =>
  html`<foreignObject x="${x}" y="${y}" width="${TASK.width}" height="${TASK.height}">
    <div class="task${task.notes.length > 0 && ' marked'}${progress && ` is-${progress.state}`}">
      <p>
        <strong>${task.at('id').text}</strong>
        <em>${task.at('agent').text}</em>
        ${progress && html`<span class="kind">${progress.state}</span>`}<br />${task.at('description').text}
      </p>
    </div>
  </foreignObject>`

/** A line from the right side of a task to the left side of the one that depends on it, where it ends with a dot. */
function showLine({ from, to }: PlanLayout['dependencies'][number]): Html {
  const [x1, y1] = [from.x + TASK.width, from.y + TASK.height / 2]
  const [x2, y2] = [to.x - 4, to.y + TASK.height / 2]
  return html`<path class="edge" d="M${x1} ${y1}C${x1 + 40} ${y1} ${x2 - 40} ${y2} ${x2} ${y2}" />
    <circle class="end" cx="${x2}" cy="${y2}" r="4" />`
}
