import { type Content, type Html, html } from '../html/html.ts'
import type { Links } from '../html/links.ts'
import { type AgentProgress, DELIVERIES } from '../progress/agents.ts'
import { currentWaves, describeEnd, describeWaits, describeWave } from '../progress/describe-progress.ts'
import type { PlanProgress, WaveProgress } from '../progress/progress.ts'

/** The most waves that are described. */
const MAX_CURRENT = 3

/** The most names or lines of a list that has a link to the others. */
const MAX_LINKED = 5

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
      <ol data-key="plan waves">
        ${waves.map((wave) => html`<li>${describeWave(wave, waves)}; ${describeEnd(wave)}</li>`)}
      </ol>
    </details>
  </section>`
}

/**
 * Who has delivered, who waits for whom, and whether the conditions of the gate are met.
 * @param waves those of the plan
 * @param all where the complete lists are. Default: here
 */
export function showWaveProgress(
  wave: WaveProgress,
  waves: readonly WaveProgress[],
  links: Links,
  all?: string,
): Html {
  const shorten = (items: readonly Content[]): readonly Content[] =>
    all === undefined || items.length <= MAX_LINKED
      ? items
      : [...items.slice(0, MAX_LINKED), html`<a href="${all}">and ${items.length - MAX_LINKED} more</a>`]
  const waits = shorten(describeWaits(wave))
  const gate = wave.gate.filter(({ state }) => all === undefined || state !== 'unknown')
  return html`<p class="lead">${describeWave(wave, waves)}</p>
    <p>${describeEnd(wave)}</p>
    ${DELIVERIES.toReversed().map((delivery) => {
      const own = wave.agents.filter((agent) => agent.delivery === delivery)
      const names = shorten(own.map((agent) => showAgent(agent, links)))
      return (
        own.length > 0 &&
        html`<p class="delivery is-${delivery}">
          <strong>${own.length} ${delivery}:</strong>
          ${names.map((name, index) => html`${index > 0 && ', '}${name}`)}
        </p>`
      )
    })}
    ${
      waits.length + gate.length > 0 &&
      html`<ul class="waits">
        ${waits.map((text) => html`<li>${text}</li>`)}
        ${gate.map(({ name, state, reason }) => html`<li>Gate ${name} <strong>${state}</strong>: ${reason}</li>`)}
      </ul>`
    }`
}

/** With a link to what it has written in the wave. */
const showAgent = ({ agent, files: [file] }: AgentProgress, links: Links): Content =>
  file ? html`<a href="${links.artifact(file.path)}">${agent}</a>` : agent
