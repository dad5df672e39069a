import { type Html, html } from '../html/html.ts'
import type { Links } from '../html/links.ts'
import type { BoardFile } from '../model/board-file.ts'
import { showAgent } from '../parts/agent-link.ts'
import { toArtifactValue } from '../model/artifact-value.ts'
import { showScrollingTable } from '../parts/scrolling-table.ts'
import { currentWaves, describeEnd, describeWave } from '../progress/describe-progress.ts'
import { type AgentProgress, type PlanProgress, plansOf, type WaveProgress } from '../progress/progress.ts'
import { showGraph } from '../views/plan/plan-graph.ts'

/** The most waves, tasks and agents of a list. */
const MAX_ROWS = 100

/** The most waves that are described beside the table. */
const MAX_CURRENT = 3

/** How far the newest plan is: the waves that run in words, then all waves. */
export function showProgress(progress: PlanProgress, files: readonly BoardFile[], links: Links): Html {
  const { plan, waves } = progress
  const current = currentWaves(progress)
  const others = plansOf(files).filter(({ path }) => path !== plan.path)
  return html`<section class="progress" data-key="progress" aria-label="Progress of the plan">
    ${current.length === 0 && html`<p class="lead">All ${waves.length} waves are complete, as their handoffs say</p>`}
    ${current.slice(0, MAX_CURRENT).map((wave) => showCurrent(wave, progress, links))}
    ${!plan.valid && html`<p>The plan is not valid; only what can be read of it is shown.</p>`}
    <details data-key="plan">
      <summary>All waves of the plan</summary>
      <p><a href="${links.artifact(plan.path)}">${plan.agent} in ${plan.wave}</a>: ${plan.summary.title}</p>
      ${
        others.length > 0 &&
        html`<p>
          Older plans:
          ${others.slice(0, 5).map(({ path, agent, wave }) => html`<a href="${links.artifact(path)}">${agent} in ${wave}</a> `)}
        </p>`
      }
      ${showScrollingTable(
        'Waves',
        ['Wave', 'State', 'Agents', 'Tasks', 'Gate'],
        waves.slice(0, MAX_ROWS).map((wave) => showRow(wave, links)),
      )}
      ${showMore(waves)} ${showGraph(toArtifactValue(plan.value, plan).at('waves').items, progress)}
    </details>
  </section>`
}

const showCurrent = (wave: WaveProgress, progress: PlanProgress, links: Links): Html =>
  html`<div class="current" data-wave="${wave.id}">
    <p class="lead">${describeWave(wave, progress)}</p>
    <p>
      ${describeEnd(wave)}${wave.gate.map(({ name, state, reason }) => state !== 'unknown' && html`; gate ${name} ${state}: ${reason}`)}
    </p>
    ${showAgents(wave.agents, links)}
  </div>`

const DELIVERIES = [
  ['missing', 'Not written yet'],
  ['invalid', 'Not valid'],
  ['unknown', 'Not known'],
  ['written', 'Written'],
] as const

const showAgents = (agents: readonly AgentProgress[], links: Links): (Html | false)[] =>
  DELIVERIES.map(([delivery, text]) => {
    const own = agents.filter((agent) => agent.delivery === delivery)
    return (
      own.length > 0 &&
      html`<p class="delivery is-${delivery}">
        <strong>${text}:</strong>
        ${own.slice(0, MAX_ROWS).map((agent, index) => html`${index > 0 && ', '}${showAgent(agent, links)}`)}
        ${own.length > MAX_ROWS && ` and ${own.length - MAX_ROWS} more`}
      </p>`
    )
  })

const showRow = (wave: WaveProgress, links: Links): Html =>
  html`<tr>
    <th scope="row">${wave.id}</th>
    <td>${describeEnd(wave)}</td>
    <td>${showAgents(wave.agents, links)}</td>
    <td>
      ${wave.tasks.slice(0, MAX_ROWS).map(({ id, state, reason }) => html`<p>${id} <strong>${state}</strong>: ${reason}</p>`)}
      ${showMore(wave.tasks)}
    </td>
    <td>
      ${wave.gate.map(({ name, state, reason }) => html`<p>${name} <strong>${state}</strong>: ${reason}</p>`)}
    </td>
  </tr>`

const showMore = ({ length }: readonly unknown[]): Html | false =>
  length > MAX_ROWS && html`<p>and ${length - MAX_ROWS} more</p>`
