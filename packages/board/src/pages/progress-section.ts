import { type Html, html } from '../html/html.ts'
import type { Links } from '../html/links.ts'
import { showScrollingTable } from '../parts/scrolling-table.ts'
import { showWaveProgress } from '../parts/wave-progress.ts'
import { countDeliveries, DELIVERIES } from '../progress/agents.ts'
import { currentWaves, describeEnd } from '../progress/describe-progress.ts'
import type { PlanProgress, WaveProgress } from '../progress/progress.ts'

/** The most waves in the table. */
const MAX_ROWS = 100

/** The most waves that are described beside the table. */
const MAX_CURRENT = 3

/** How far the newest plan is: the waves that run in words, then all waves. */
export function showProgress(progress: PlanProgress, links: Links): Html {
  const { plan, waves } = progress
  const current = currentWaves(progress)
  return html`<section class="progress" data-key="progress" aria-label="Progress of the plan">
    ${current.length === 0 && html`<p class="lead">All ${waves.length} waves are complete, as their handoffs say</p>`}
    ${current
      .slice(0, MAX_CURRENT)
      .map(
        (wave) =>
          html`<div class="current" data-wave="${wave.id}">
            ${showWaveProgress(wave, waves, links, links.artifact(plan.path, `wave-${waves.indexOf(wave) + 1}`))}
          </div>`,
      )}
    ${!plan.valid && html`<p>The plan is not valid; only what can be read of it is shown.</p>`}
    <details data-key="plan">
      <summary>All waves of the plan</summary>
      <p>
        Tasks and gates: <a href="${links.artifact(plan.path)}">${plan.agent} in ${plan.wave}</a>,
        ${plan.summary.title}
      </p>
      ${showScrollingTable('Waves', ['Wave', 'State', 'Agents', ...DELIVERIES], waves.slice(0, MAX_ROWS).map(showRow))}
      ${waves.length > MAX_ROWS && html`<p>and ${waves.length - MAX_ROWS} more</p>`}
    </details>
  </section>`
}

function showRow(wave: WaveProgress): Html {
  const counts = countDeliveries(wave.agents)
  return html`<tr>
    <th scope="row">${wave.id}</th>
    <td>${describeEnd(wave)}</td>
    ${[wave.agents.length, ...DELIVERIES.map((name) => counts[name])].map((count) => html`<td>${count}</td>`)}
  </tr>`
}
