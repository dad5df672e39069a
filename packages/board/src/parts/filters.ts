import { compareNames } from '../html/format.ts'
import { type Html, html } from '../html/html.ts'
import type { Links } from '../html/links.ts'
import type { BoardFile } from '../model/board-file.ts'
import { type Filter, FILTERS, statesOf } from '../model/filter.ts'
import { SEVERITIES } from '../model/summary.ts'

/** The most choices of one list. */
const MAX_CHOICES = 500

/** The search and the filters. The script of the page sets them to the values in the address. */
export const showFilters = (files: readonly BoardFile[]): Html => {
  const states = files.flatMap(statesOf)
  const count = (state: string) => states.filter((other) => other === state).length
  return html`<search data-key="search">
    <form class="filters" action="/" data-key="filters">
      <input
        type="search"
        name="q"
        placeholder="Search"
        aria-label="Search titles, agents, ids and paths"
        autocomplete="off"
        data-key="q"
      />
      <details class="choices" data-key="choices">
        <summary>Filters</summary>
        ${select('show', 'State', [
          ['invalid', `not valid (${count('invalid')})`],
          ['block', `blocks (${count('block')})`],
          ['advice', `with advice (${count('advice')})`],
        ])}
        ${choose(
          'contract',
          'Contract',
          files.map(({ schema }) => schema),
        )}
        ${select(
          'severity',
          'Severity',
          SEVERITIES.filter((name) => files.some(({ summary }) => summary.severity === name)).map((name) => [
            name,
            name,
          ]),
        )}
        ${choose(
          'verdict',
          'Verdict',
          files.map(({ summary }) => summary.verdict),
        )}
        ${choose(
          'agent',
          'Agent',
          files.map(({ agent }) => agent),
        )}
        ${select(
          'sort',
          'Order',
          [
            ['time', 'newest first'],
            ['severity', 'highest severity first'],
          ],
          'by wave',
        )}
      </details>
      <output id="count" data-key="count"></output>
    </form>
  </search>`
}

const choose = (name: string, label: string, values: readonly (string | undefined)[]): Html => {
  const known = [...new Set(values)].filter((value) => value !== undefined && value !== '') as string[]
  const sorted = known.sort(compareNames).slice(0, MAX_CHOICES)
  return select(
    name,
    label,
    sorted.map((value) => [value, value]),
  )
}

const select = (
  name: string,
  label: string,
  options: readonly (readonly [value: string, text: string])[],
  all = 'all',
): Html =>
  html`<label data-key="${name}"
    >${label}
    <select name="${name}">
      <option value="">${all}</option>
      ${options.map(([value, text]) => html`<option value="${value}">${text}</option>`)}
    </select>
  </label>`

/** What the server left out. */
export function showSelection(filter: Filter, links: Links): Html | false {
  const set = FILTERS.filter((name) => filter[name] !== '')
  return (
    set.length > 0 &&
    html`<p>
      Only ${set.map((name) => `${name}: ${filter[name]}`).join(', ')}.
      <a href="${links.board()}">Show all artifacts</a>
    </p>`
  )
}
