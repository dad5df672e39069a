import { pluralize } from '@workbench/contracts'

import { type Html, html } from '../html/html.ts'
import type { ArtifactValue } from '../parts/artifact-value.ts'
import { showScrollingTable } from '../parts/scrolling-table.ts'
import { show, showBullets, showMembers, showMore, showNotes } from '../parts/show.ts'
import { layOutPlan, type PlanLayout, TASK } from './plan-layout.ts'
import { showOthers } from './table.ts'
import type { View } from './view.ts'

/** A plan: a graph of its waves, tasks and dependencies, then each wave with its tasks and its gate. */
export const planView: View = {
  show: (plan, context) => {
    const waves = plan.at('waves')
    return html`<p class="lead">${show(plan.at('goal'))}</p>
      ${showGraph(waves.items)} ${showNotes(waves)} ${waves.items.map(showWave)} ${showMore(waves)}
      ${
        plan.at('rollback').isShown &&
        html`<h3>Rollback</h3>
          <p>${show(plan.at('rollback'))}</p>`
      }
      ${
        plan.at('outOfScope').isShown &&
        html`<h3>Out of scope</h3>
          ${showNotes(plan.at('outOfScope'))} ${showBullets(plan.at('outOfScope'))}`
      }
      ${showOthers(plan, context, ['goal', 'waves', 'rollback', 'outOfScope'])}`
  },
  summarize: (plan) => {
    const waves = plan.at('waves').items
    const tasks = waves.flatMap((wave) => wave.at('tasks').items).length
    return {
      title: plan.at('goal').text,
      outcome: `${pluralize(waves.length, 'wave')}, ${pluralize(tasks, 'task')}`,
      tone: 'none',
    }
  },
}

/** More tasks are shown in the tables only. */
const MAX_TASKS = 200

/** The tables below the graph contain the same as text. */
function showGraph(waves: readonly ArtifactValue[]): Html | false {
  const count = waves.flatMap((wave) => wave.at('tasks').items).length
  if (count === 0 || count > MAX_TASKS) return false
  const layout = layOutPlan(waves)
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
      ${layout.tasks.map(showNode)}
    </svg>
  </div>`
}

const MAX_LINES = 1_000

const showNode = ({ task, x, y }: PlanLayout['tasks'][number]): Html =>
  html`<foreignObject x="${x}" y="${y}" width="${TASK.width}" height="${TASK.height}">
    <div class="task${task.notes.length > 0 && ' marked'}">
      <p>
        <strong>${task.at('id').text}</strong> <em>${task.at('agent').text}</em
        ><br />${task.at('description').text}
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

const COLUMNS = ['id', 'description', 'agent', 'dependsOn', 'estimateHours', 'isolation']

function showWave(wave: ArtifactValue): Html {
  if (wave.names.length === 0) return html`<p>${show(wave)}</p>`
  const [id, tasks, gate] = [wave.at('id'), wave.at('tasks'), wave.at('gate')]
  const others = wave.names.filter((name) => !['id', 'tasks', 'gate'].includes(name))
  return html`<section>
    <h3>Wave ${show(id)}</h3>
    ${showNotes(wave)} ${showNotes(tasks)}
    ${showScrollingTable('Tasks', ['Task', 'What', 'Agent', 'After', 'Hours', 'Isolation'], tasks.items.map(showTask))}
    ${showMore(tasks)}
    ${
      gate.isShown &&
      html`<h4>Gate</h4>
        ${show(gate)}`
    }
    ${others.length > 0 && showMembers(wave, others)}
  </section>`
}

function showTask(task: ArtifactValue): Html {
  if (task.names.length === 0)
    return html`<tr>
      <td colspan="6">${show(task)}</td>
    </tr>`
  const others = task.names.filter((name) => !COLUMNS.includes(name))
  return html`<tr>
    ${COLUMNS.map((name) =>
      name === 'dependsOn' ? html`<td>${showIds(task.at(name))}</td>` : html`<td>${show(task.at(name))}</td>`,
    )}
    ${others.length > 0 && html`<td>${showMembers(task, others)}</td>`}
  </tr>`
}

const showIds = (ids: ArtifactValue): Html =>
  html`${ids.items.map((id, index) => html`${index > 0 && ', '}${show(id)}`)}${
    Array.isArray(ids.value) && showNotes(ids)
  }`
