import { pluralize } from '@workbench/contracts/internal'

import { type Html, html } from '../html/html.ts'
import type { Links } from '../html/links.ts'
import { showAgent, showWaveProgress } from '../parts/wave-progress.ts'
import { wavesOf } from '../progress/plan-reader.ts'
import type { WaveProgress } from '../progress/progress.ts'
import type { ArtifactValue } from '../model/artifact-value.ts'
import { showScrollingTable } from '../parts/scrolling-table.ts'
import { show, showMembers, showMore, showNotes } from '../parts/show.ts'
import { showPlanGraph } from './plan-graph.ts'
import type { View, ViewContext } from './view.ts'

/** A plan: each wave with its tasks, their dependencies, and its gate. */
export const planView: View = {
  head: { title: 'goal' },
  show: (plan, context) => {
    const waves = plan.at('waves')
    const { progress } = context
    return html`${progress && showPlanGraph(wavesOf(plan.value), progress)} ${showNotes(waves)}
    ${waves.items.map((wave, index) => showWave(wave, index, context))} ${showMore(waves)}`
  },
  shown: ['waves'],
  summarize: (plan) => {
    const waves = wavesOf(plan.value)
    const tasks = waves.flatMap((wave) => wave.tasks).length
    return { outcome: `${pluralize(waves.length, 'wave')}, ${pluralize(tasks, 'task')}` }
  },
}

const COLUMNS = ['id', 'description', 'agent', 'dependsOn', 'estimateHours', 'isolation']

function showWave(wave: ArtifactValue, index: number, { file, links, progress }: ViewContext): Html {
  if (wave.names.length === 0) return html`<p>${show(wave)}</p>`
  const [id, tasks, gate] = [wave.at('id'), wave.at('tasks'), wave.at('gate')]
  const state = progress?.waves.find((other) => other.id === id.text)
  const others = wave.names.filter((name) => !['id', 'tasks', 'gate'].includes(name))
  return html`<section id="${links.part(file.path, `wave-${index + 1}`)}">
    <h3>Wave ${show(id)}</h3>
    ${showNotes(wave)} ${progress && state && showWaveProgress(state, progress.waves, links)}
    ${showNotes(tasks)}
    ${showScrollingTable(
      'Tasks',
      ['Task', 'What', 'Agent', 'After', 'Hours', 'Isolation', 'State'],
      tasks.items.map((task) => showTask(task, state, links)),
    )}
    ${showMore(tasks)}
    ${
      gate.isShown &&
      html`<h4>Gate</h4>
        ${show(gate)}`
    }
    ${others.length > 0 && showMembers(wave, others)}
  </section>`
}

function showTask(task: ArtifactValue, wave: WaveProgress | undefined, links: Links): Html {
  if (task.names.length === 0)
    return html`<tr>
      <td colspan="7">${show(task)}</td>
    </tr>`
  const id = task.at('id').text
  const agent = wave?.agents.find((other) => other.agent === task.at('agent').text)
  const state = wave?.tasks.find((other) => other.id === id)
  const showCell = (name: string): Html => {
    if (name === 'dependsOn') return showIds(task.at(name))
    return name === 'agent' && agent
      ? html`${showAgent(agent, links)}${showNotes(task.at(name))}`
      : show(task.at(name))
  }
  const others = task.names.filter((name) => !COLUMNS.includes(name))
  return html`<tr>
    ${COLUMNS.map((name) => html`<td>${showCell(name)}</td>`)}
    <td>${state && html`<strong>${state.state}</strong>: ${state.reason}`}</td>
    ${others.length > 0 && html`<td>${showMembers(task, others)}</td>`}
  </tr>`
}

const showIds = (ids: ArtifactValue): Html =>
  html`${ids.items.map((id, index) => html`${index > 0 && ', '}${show(id)}`)}${
    Array.isArray(ids.value) && showNotes(ids)
  }`
