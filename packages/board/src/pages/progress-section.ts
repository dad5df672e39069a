import { type Html, html } from '../html/html.ts'
import type { Links } from '../html/links.ts'
import { showWaveProgress } from '../parts/wave-progress.ts'
import { currentWaves, describeEnd, describeWave } from '../progress/describe-progress.ts'
import type { PlanProgress } from '../progress/progress.ts'

/** The most waves that are described. */
const MAX_CURRENT = 3

/** How far the newest plan is: the waves that run, then all waves in a line each. */
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
      <ol>
        ${waves.map((wave) => html`<li>${describeWave(wave, waves)}; ${describeEnd(wave)}</li>`)}
      </ol>
    </details>
  </section>`
}
