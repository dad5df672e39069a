import { type Content, type Html, html } from '../html/html.ts'
import type { Links } from '../html/links.ts'
import { type AgentProgress, DELIVERIES } from '../progress/agents.ts'
import { describeEnd, describeWaits, describeWave } from '../progress/describe-progress.ts'
import type { WaveProgress } from '../progress/progress.ts'

/** The most names or lines of a list that has a link to the others. */
const MAX_LINKED = 5

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
  const limit = all === undefined ? Infinity : MAX_LINKED
  const waits = describeWaits(wave)
  const gate = wave.gate.filter(({ state }) => all === undefined || state !== 'unknown')
  const showMore = ({ length }: readonly unknown[]) =>
    length > limit && html`<a href="${all}">and ${length - limit} more</a>`
  return html`<p class="lead">${describeWave(wave, waves)}</p>
    <p>${describeEnd(wave)}</p>
    ${DELIVERIES.toReversed().map((delivery) => {
      const own = wave.agents.filter((agent) => agent.delivery === delivery)
      return (
        own.length > 0 &&
        html`<p class="delivery is-${delivery}">
          <strong>${own.length} ${delivery}:</strong>
          ${own.slice(0, limit).map((agent, index) => html`${index > 0 && ', '}${showAgent(agent, links)}`)}${own.length > limit && ', '}${showMore(own)}
        </p>`
      )
    })}
    ${
      waits.length + gate.length > 0 &&
      html`<ul class="waits">
        ${waits.slice(0, limit).map((text) => html`<li>${text}</li>`)}
        ${waits.length > limit && html`<li>${showMore(waits)}</li>`}
        ${gate.map(({ name, state, reason }) => html`<li>Gate ${name} <strong>${state}</strong>: ${reason}</li>`)}
      </ul>`
    }`
}

/** With a link to what it has written in the wave. */
const showAgent = ({ agent, files: [file] }: AgentProgress, links: Links): Content =>
  file ? html`<a href="${links.artifact(file.path)}">${agent}</a>` : agent
