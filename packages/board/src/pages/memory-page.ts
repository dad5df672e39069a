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
  const show = (fact: FactV1) => showFact(fact, memory, links)
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
            .map(
              (fact) =>
                html`<li>
                  ${fact.expires ?? ''}: <a href="${links.fact(fact.id)}">${fact.id}</a> ${fact.title}
                </li>`,
            )}
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

class Memory {
  readonly #states: ReadonlyMap<string, FactState>
  readonly #entries: ReadonlyMap<string, FactEntry>
  /** Newest first. */
  readonly current: readonly FactV1[]

  constructor(facts: readonly FactEntry[], today: string) {
    this.#entries = new Map(facts.map((entry) => [entry.id, entry]))
    this.#states = new Map(facts.map((entry) => [entry.id, factState(entry, today)]))
    this.current = this.#withState('current')
      .flatMap(({ entry }) => (entry.fact ? [entry.fact] : []))
      .reverse()
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

  titleOf(id: string): string | undefined {
    return this.#entries.get(id)?.fact?.title
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

function showFact(fact: FactV1, memory: Memory, links: Links): Html {
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
    ${related.length > 0 && html`<p>Related: ${related.map((other) => html`<a href="${links.fact(other)}">${other}</a> `)}</p>`}
    ${
      chain.length > 0 &&
      html`<details>
        <summary>Replaced ${pluralize(chain.length, 'fact')}</summary>
        <ol>
          ${chain.map((other) => html`<li>${other} ${memory.titleOf(other) ?? ''}</li>`)}
        </ol>
      </details>`
    }
  </article>`
}

const showExpired = ({ expired }: Memory): Html | false =>
  expired.length > 0 &&
  html`<section data-key="expired">
    <h2>Expired <small>${expired.length}</small></h2>
    <ul>
      ${expired.slice(-MAX_FACTS).map(({ id, fact }) => html`<li>${id} ${fact?.title ?? ''}, until ${fact?.expires ?? ''}</li>`)}
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
