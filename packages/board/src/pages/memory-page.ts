import { type FactV1, pluralize } from '@workbench/contracts'
import { type FactEntry, type FactState, factState } from '@workbench/workspace'

import { type Html, html } from '../html/html.ts'
import type { Links } from '../html/links.ts'
import { showText } from '../parts/show.ts'

interface MemoryPageOptions {
  readonly facts: readonly FactEntry[]
  readonly links: Links
  /** As `2026-01-31`. */
  readonly today: string
  readonly type?: string | undefined
  readonly tag?: string | undefined
}

/** The most facts of one group that the page shows: the newest. */
const MAX_FACTS = 200

/** The current facts by type, what they replaced, what expires, and the facts that are not valid. */
export function showMemory({ facts, links, today, type, tag }: MemoryPageOptions): Html {
  const memory = new Memory(facts, today)
  const matches = (fact: FactV1) =>
    (type === undefined || fact.type === type) && (tag === undefined || (fact.tags ?? []).includes(tag))
  const current = memory.current.filter(matches)
  const expiring = current.filter(({ expires }) => typeof expires === 'string')
  const link = (id: string) =>
    memory.shown.has(id) ? html`<a href="${links.fact(id)}">${id}</a>` : html`${id}`
  const show = (fact: FactV1) => showFact(fact, memory, { links, link })
  return html`<h1>Memory</h1>
    <p>
      ${pluralize(memory.current.length, 'current fact')}, ${memory.count('superseded')} replaced,
      ${memory.count('expired')} expired, ${memory.count('invalid')} not valid
    </p>
    ${
      links.canFilter &&
      html`${showFilters('Types', countsOf(memory.current.map((fact) => fact.type)), (name) => links.memory({ type: name }), type)}
      ${showFilters('Tags', countsOf(memory.current.flatMap((fact) => fact.tags ?? [])), (name) => links.memory({ tag: name }), tag)}`
    }
    ${(type !== undefined || tag !== undefined) && html`<p><a href="${links.memory()}">Show all facts</a></p>`}
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
    ${[...countsOf(current.map((fact) => fact.type)).keys()].map((name) =>
      showGroup(
        name,
        current.filter((fact) => fact.type === name),
        show,
      ),
    )}
    ${showExpired(memory)} ${showInvalid(memory)}`
}

/** The ids of the facts that the page of the memory shows. */
export const shownFacts = (facts: readonly FactEntry[], today: string): ReadonlySet<string> =>
  new Memory(facts, today).shown

class Memory {
  readonly #anchors = new Set<string>()
  readonly #states: ReadonlyMap<string, FactState>
  readonly #entries: ReadonlyMap<string, FactEntry>
  /** Newest first. */
  readonly current: readonly FactV1[]
  /** The ids of the facts that the page shows. */
  readonly shown: ReadonlySet<string>

  constructor(facts: readonly FactEntry[], today: string) {
    this.#entries = new Map(facts.map((entry) => [entry.id, entry]))
    this.#states = new Map(facts.map((entry) => [entry.id, factState(entry, today)]))
    this.current = this.#withState('current')
      .flatMap(({ entry }) => (entry.fact ? [entry.fact] : []))
      .reverse()
    const groups = [...countsOf(this.current.map(({ type }) => type)).keys()]
    const shown = groups.flatMap((name) =>
      this.current.filter(({ type }) => type === name).slice(0, MAX_FACTS),
    )
    const replaced = shown.flatMap((fact) => this.chainOf(fact))
    const expired = this.expired.slice(-MAX_FACTS)
    this.shown = new Set([...[...shown, ...expired].map(({ id }) => id), ...replaced])
  }

  count(name: FactState['name']): number {
    return this.#withState(name).length
  }

  get expired(): FactEntry[] {
    return this.#withState('expired').map(({ entry }) => entry)
  }

  get invalid(): { readonly entry: FactEntry; readonly reason: string }[] {
    return this.#withState('invalid').map(({ entry, state }) => ({
      entry,
      reason: state.name === 'invalid' ? state.reason : '',
    }))
  }

  /** The facts that a fact replaced, the last one first. A chain with a cycle ends. */
  chainOf({ id, supersedes }: FactV1): string[] {
    const chain = new Set<string>()
    for (let next = supersedes; typeof next === 'string' && next !== id && !chain.has(next);) {
      chain.add(next)
      next = this.#entries.get(next)?.fact?.supersedes
    }
    return [...chain]
  }

  factOf(id: string): FactV1 | undefined {
    return this.#entries.get(id)?.fact
  }

  /** Whether the element of a fact that was replaced has yet to be created: several facts can replace the same one. */
  takeAnchor(id: string): boolean {
    const isFree = !this.#anchors.has(id)
    this.#anchors.add(id)
    return isFree
  }

  #withState(name: FactState['name']) {
    return [...this.#entries.values()].flatMap((entry) => {
      const state = this.#states.get(entry.id)
      return state?.name === name ? [{ entry, state }] : []
    })
  }
}

/** How often each name occurs, the most frequent first. */
function countsOf(names: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>()
  for (const name of names) counts.set(name, (counts.get(name) ?? 0) + 1)
  return new Map([...counts].sort(([, a], [, b]) => b - a))
}

const showFilters = (
  heading: string,
  counts: ReadonlyMap<string, number>,
  link: (name: string) => string,
  current: string | undefined,
): Html | false =>
  counts.size > 0 &&
  html`<nav class="filters" aria-label="${heading}">
    <strong>${heading}</strong>
    ${[...counts]
      .slice(0, 40)
      .map(
        ([name, count]) =>
          html`<a href="${link(name)}" ${name === current && html` aria-current="page"`}
            >${name} <span>${count}</span></a
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
  readonly links: Links
  readonly link: (id: string) => Html
}

function showFact(fact: FactV1, memory: Memory, { links, link }: FactOptions): Html {
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
  const chain = memory.chainOf(fact)
  return html`<article id="${id}" data-key="${id}">
    <h3><span class="id">${id}</span> ${title}</h3>
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
          ${chain.map((other) => showReplaced(other, memory, link))}
        </ol>
      </details>`
    }
  </article>`
}

/** The fact itself, or a link to it if another fact that replaced it shows it. */
function showReplaced(id: string, memory: Memory, link: (id: string) => Html): Html {
  if (!memory.takeAnchor(id)) return html`<li>${link(id)}</li>`
  const { title = '', body } = memory.factOf(id) ?? {}
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
