import type { FactV1 } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'
import {
  containsAll,
  contradiction,
  type FactEntry,
  factState,
  type FactState,
  findContradictions,
} from '@workbench/workspace'
import { groups } from 'd3-array'

import { type Content, type Html, html } from '../html/html.ts'
import type { PageOptions } from '../html/links.ts'
import { showSearch } from '../parts/filters.ts'
import { showText } from '../parts/show.ts'

interface MemoryPageOptions extends PageOptions {
  readonly facts: readonly FactEntry[]
  /** Words that all occur in the fact. */
  readonly q?: string | undefined
}

/** The most facts of each state that the page shows: the newest. */
const MAX_FACTS = 500

/** The current facts by type, which contradict each other, what they replaced, what expired, and what is not valid. */
export function showMemory({ facts, links, now, q = '' }: MemoryPageOptions): Html {
  const today = now.toISOString().slice(0, 10)
  const newestFirst = facts.map((entry) => ({ ...entry, state: factState(entry, today) })).reverse()
  const inState = (...names: readonly FactState['name'][]) =>
    newestFirst.filter(({ state }) => names.includes(state.name))
  const current = inState('current').flatMap(({ fact }) => fact ?? [])
  const [superseded, expired] = [inState('superseded'), inState('expired')]
  const invalid = inState('invalid', 'deleted')
  const contradictions = findContradictions(facts, today)
  const found = current.filter((fact) => containsAll(textOf(fact), q))
  const lists = [found, superseded, expired].map((list) => list.slice(0, MAX_FACTS))
  const shown = new Set(lists.flatMap((list) => list.map(({ id }) => id)))
  const link = (id: string) => (shown.has(id) ? html`<a href="#${id}">${id}</a>` : html`${id}`)
  return html`<h1>Memory</h1>
    <p>
      ${pluralize(current.length, 'current fact')}, ${superseded.length} replaced, ${expired.length} expired,
      ${inState('withdrawn').length} withdrawn, ${invalid.length} invalid
    </p>
    ${showOthers('Contradicting', contradictions, (ids) => html`<li>${contradiction(ids)}</li>`)}
    ${links.canFilter && showSearch('/memory', 'Search facts', q)}
    ${
      q !== '' &&
      html`<p>${found.length} of ${current.length} facts. <a href="/memory">Show all facts</a></p>`
    }
    ${groups(found.slice(0, MAX_FACTS), ({ type }) => type).map(
      ([type, own]) =>
        html`<section data-key="type ${type}">
          <h2>${type} <small>${own.length}</small></h2>
          <div class="facts">${own.map((fact) => showFact(fact, contradictions, link))}</div>
        </section>`,
    )}
    ${found.length > MAX_FACTS && html`<p>${pluralize(found.length - MAX_FACTS, 'older fact')}; search to see them.</p>`}
    ${showOthers('Expired', expired, ({ id, fact }) => html`<li id="${id}">${id} ${fact?.title}, until ${fact?.expires ?? ''}</li>`)}
    ${showOthers('Replaced', superseded, (entry) => showReplaced(entry, link))}
    ${showOthers('Not valid', invalid, ({ path, state }) => html`<li><code>${path}</code> ${'reason' in state && state.reason}</li>`)}`
}

const textOf = ({ id, type, title, body, scope, source, tags = [] }: FactV1): string =>
  [id, type, title, body, scope, source, ...tags].join(' ')

type Link = (id: string) => Html

function showFact(fact: FactV1, contradictions: ReturnType<typeof findContradictions>, link: Link): Html {
  const { id, title, body, scope, confidence, source, created, expires, supersedes } = fact
  const { tags = [], links: related = [] } = fact
  const others = contradictions.find((ids) => ids.includes(id))?.filter((other) => other !== id) ?? []
  return html`<article id="${id}" data-key="${id}">
    <h3><span class="id">${id}</span> ${title}</h3>
    ${others.length > 0 && html`<p class="note violation">Contradicts ${others.map((other) => html`${link(other)} `)}</p>`}
    <p>${showText(body)}</p>
    <p class="hint">
      ${scope}, confidence ${confidence}, from ${source}, created
      ${created}${typeof expires === 'string' && `, expires ${expires}`}
    </p>
    ${tags.length > 0 && html`<p>${tags.map((tag) => html`<span class="badge">${tag}</span> `)}</p>`}
    ${related.length > 0 && html`<p>Related: ${related.map((other) => html`${link(other)} `)}</p>`}
    ${typeof supersedes === 'string' && html`<p>Replaces ${link(supersedes)}</p>`}
  </article>`
}

const showReplaced = ({ id, fact, supersededBy }: FactEntry, link: Link): Html =>
  html`<li id="${id}">
    ${id}, by ${supersededBy.map((other) => html`${link(other)} `)}
    ${fact && html`<strong>${fact.title}</strong> ${showText(fact.body)}`}
  </li>`

/** Facts that are not current; nothing if there are none. */
const showOthers = <Item>(heading: string, items: readonly Item[], show: (item: Item) => Html): Content =>
  items.length > 0 &&
  html`<section data-key="${heading}">
    <h2>${heading} <small>${items.length}</small></h2>
    <ul>
      ${items.slice(0, MAX_FACTS).map(show)}
    </ul>
  </section>`
