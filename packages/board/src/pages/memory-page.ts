import { type FactV1 } from '@workbench/contracts'
import { pluralize } from '@workbench/contracts/internal'
import type { FactEntry } from '@workbench/workspace'
import { group } from 'd3-array'

import { type Html, html } from '../html/html.ts'
import type { Links } from '../html/links.ts'
import { containsAll } from '../model/filter.ts'
import { chainOf, MAX_FACTS, type Memory, shownIds, sortFacts } from '../model/memory.ts'
import { showSearchField } from '../parts/search-field.ts'
import { showText } from '../parts/show.ts'

interface MemoryPageOptions {
  readonly facts: readonly FactEntry[]
  readonly links: Links
  /** As `2026-01-31`. */
  readonly today: string
  /** Words that all occur in the fact. */
  readonly q?: string | undefined
  readonly type?: string | undefined
  readonly tag?: string | undefined
}

/** The current facts by type, which contradict each other, what they replaced, what expires, and what is not valid. */
export function showMemory({ facts, links, today, q = '', type, tag }: MemoryPageOptions): Html {
  const memory = sortFacts(facts, today)
  const matches = (fact: FactV1) =>
    (type === undefined || fact.type === type) &&
    (tag === undefined || (fact.tags ?? []).includes(tag)) &&
    containsAll([fact.id, fact.title, fact.body, fact.scope, fact.source, ...(fact.tags ?? [])].join(' '), q)
  const selection = Object.fromEntries(
    Object.entries({ q, type, tag }).flatMap(([name, value = '']) => (value === '' ? [] : [[name, value]])),
  )
  const current = memory.current.filter(matches)
  const expiring = current.filter(({ expires }) => typeof expires === 'string')
  const shown = shownIds(memory)
  const tags = memory.current.flatMap((fact) => fact.tags ?? [])
  const link = (id: string) => (shown.has(id) ? html`<a href="${links.fact(id)}">${id}</a>` : html`${id}`)
  const anchors = new Set<string>()
  const show = (fact: FactV1) => showFact(fact, { memory, anchors, links, link })
  return html`<h1>Memory</h1>
    <p>
      ${pluralize(memory.current.length, 'current fact')}, ${memory.superseded} replaced,
      ${memory.expired.length} expired, ${memory.withdrawn} withdrawn, ${memory.invalid.length} invalid
    </p>
    ${showContradictions(memory, link)}
    ${
      links.canFilter &&
      html`${showSearch(selection)}
      ${showFilters('Types', byType(memory.current), (name) => links.memory({ ...selection, type: name }), type)}
      ${showFilters(
        'Tags',
        byName(tags, (name) => name),
        (name) => links.memory({ ...selection, tag: name }),
        tag,
      )}`
    }
    ${
      Object.keys(selection).length > 0 &&
      html`<p>
        ${current.length} of ${memory.current.length} facts. <a href="${links.memory()}">Show all facts</a>
      </p>`
    }
    ${
      expiring.length > 0 &&
      html`<section data-key="expiring">
        <h2>Next to expire</h2>
        <ul>
          ${[...expiring]
            .sort((a, b) => ((a.expires ?? '') < (b.expires ?? '') ? -1 : 1))
            .slice(0, 10)
            .map((fact) => html`<li>${fact.expires ?? ''}: ${link(fact.id)} ${fact.title}</li>`)}
        </ul>
      </section>`
    }
    ${byType(current).map(([name, own]) => showGroup(name, own, show))} ${showExpired(memory)}
    ${showInvalid(memory)}`
}

type Groups<Item> = readonly (readonly [name: string, items: readonly Item[]])[]

/** The items with each name, those with the most frequent one first. */
const byName = <Item>(items: readonly Item[], nameOf: (item: Item) => string): Groups<Item> =>
  [...group(items, nameOf)].sort(([, a], [, b]) => b.length - a.length)

const byType = (facts: readonly FactV1[]): Groups<FactV1> => byName(facts, ({ type }) => type)

/** The script of the page sets the fields to the values in the address; without it, the hidden ones keep the selection. */
const showSearch = ({ type = '', tag = '' }: Readonly<Record<string, string>>): Html =>
  html`<search data-key="search">
    <form class="filters" action="/memory" data-key="filters">
      ${showSearchField('Search facts')}
      ${Object.entries({ type, tag }).map(([name, value]) => value !== '' && html`<input type="hidden" name="${name}" value="${value}" />`)}
    </form>
  </search>`

const showContradictions = ({ contradictions }: Memory, link: (id: string) => Html): Html | false =>
  contradictions.length > 0 &&
  html`<section class="verdict" data-key="contradicting">
    <h2>Contradicting <small>${contradictions.length}</small></h2>
    <ul>
      ${contradictions.map(
        (facts) =>
          html`<li>
            ${facts.map(({ id, title }, index) => html`${index > 0 && ' and '}${link(id)} “${title}”`)}
            correct the same earlier fact. To settle it, write a fact with memory_write that supersedes the
            one that stays.
          </li>`,
      )}
    </ul>
  </section>`

const showFilters = (
  heading: string,
  groups: Groups<unknown>,
  link: (name: string) => string,
  current: string | undefined,
): Html | false =>
  groups.length > 0 &&
  html`<nav class="filters" aria-label="${heading}">
    <strong>${heading}</strong>
    ${groups
      .slice(0, 40)
      .map(
        ([name, { length }]) =>
          html`<a href="${link(name)}" ${name === current && html` aria-current="page"`}
            >${name} <span>${length}</span></a
          >`,
      )}
  </nav>`

const showGroup = (name: string, facts: readonly FactV1[], show: (fact: FactV1) => Html): Html =>
  html`<section data-key="type ${name}">
    <h2>${name} <small>${facts.length}</small></h2>
    <div class="facts">${facts.slice(0, MAX_FACTS).map(show)}</div>
    ${
      facts.length > MAX_FACTS &&
      html`<p>${pluralize(facts.length - MAX_FACTS, 'older fact')}; choose a type and a tag to see less.</p>`
    }
  </section>`

interface FactOptions {
  readonly memory: Memory
  /** The facts that were replaced and have an element on the page: several facts can replace the same one. */
  readonly anchors: Set<string>
  readonly links: Links
  readonly link: (id: string) => Html
}

function showFact(fact: FactV1, options: FactOptions): Html {
  const { memory, links, link } = options
  const {
    id,
    title,
    body,
    scope,
    confidence,
    source,
    created,
    expires,
    tags = [],
    links: related = [],
  } = fact
  const chain = chainOf(fact, memory.byId)
  const others =
    memory.contradictions.find((facts) => facts.includes(fact))?.filter((other) => other !== fact) ?? []
  return html`<article id="${id}" data-key="${id}">
    <h3><span class="id">${id}</span> ${title}</h3>
    ${others.length > 0 && html`<p class="note violation">Contradicts ${others.map((other) => html`${link(other.id)} `)}</p>`}
    <p>${showText(body)}</p>
    <p class="hint">
      ${scope}, confidence ${confidence}, from ${source}, created
      ${created}${typeof expires === 'string' && `, expires ${expires}`}
    </p>
    ${
      tags.length > 0 &&
      html`<p>
        ${tags.map((tag) =>
          links.canFilter
            ? html`<a class="badge" href="${links.memory({ tag })}">${tag}</a> `
            : html`<span class="badge">${tag}</span> `,
        )}
      </p>`
    }
    ${related.length > 0 && html`<p>Related: ${related.map((other) => html`${link(other)} `)}</p>`}
    ${
      chain.length > 0 &&
      html`<details>
        <summary>Replaced ${pluralize(chain.length, 'fact')}</summary>
        <ol>
          ${chain.map((other) => showReplaced(other, options))}
        </ol>
      </details>`
    }
  </article>`
}

/** The fact itself, or a link to it if another fact that replaced it shows it. */
function showReplaced(id: string, { memory, anchors, link }: FactOptions): Html {
  if (anchors.has(id)) return html`<li>${link(id)}</li>`
  anchors.add(id)
  const { title = '', body } = memory.byId.get(id)?.fact ?? {}
  return html`<li id="${id}">${id} ${title} ${body !== undefined && html`<p>${showText(body)}</p>`}</li>`
}

const showExpired = ({ expired }: Memory): Html | false =>
  expired.length > 0 &&
  html`<section data-key="expired">
    <h2>Expired <small>${expired.length}</small></h2>
    <ul>
      ${expired.slice(-MAX_FACTS).map(({ id, fact }) => html`<li id="${id}">${id} ${fact?.title ?? ''}, until ${fact?.expires ?? ''}</li>`)}
    </ul>
  </section>`

const showInvalid = ({ invalid }: Memory): Html | false =>
  invalid.length > 0 &&
  html`<section class="verdict" data-key="invalid">
    <h2>Not valid <small>${invalid.length}</small></h2>
    <ul>
      ${invalid.slice(0, MAX_FACTS).map(({ entry, reason }) => html`<li><code>${entry.path}</code> ${reason}</li>`)}
    </ul>
  </section>`
