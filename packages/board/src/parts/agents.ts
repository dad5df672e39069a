import { type Html, html } from '../html/html.ts'
import type { Links } from '../html/links.ts'
import { type AgentProgress, DELIVERIES } from '../progress/agents.ts'
import type { WaveProgress } from '../progress/progress.ts'

/** An agent of a plan, with a link to what it has written in its wave. */
export const showAgent = ({ agent, files: [file] }: AgentProgress, links: Links): Html =>
  html`${file ? html`<a href="${links.artifact(file.path)}">${agent}</a>` : agent}`

/**
 * The agents of a wave by what they have delivered; those first of whom the supervisor has to know.
 * @param limit the most names of a list
 * @param all the address of the complete lists
 */
export const showAgents = (wave: WaveProgress, links: Links, limit: number, all?: string): (Html | false)[] =>
  DELIVERIES.toReversed().map((delivery) => {
    const own = wave.agents.filter((agent) => agent.delivery === delivery)
    const more = own.length - limit
    return (
      own.length > 0 &&
      html`<p class="delivery is-${delivery}">
        <strong>${own.length} ${delivery}:</strong>
        ${own.slice(0, limit).map((agent, index) => html`${index > 0 && ', '}${showAgent(agent, links)}`)}${
          more > 0 &&
          html`, ${all === undefined ? `and ${more} more` : html`<a href="${all}">and ${more} more</a>`}`
        }
      </p>`
    )
  })
