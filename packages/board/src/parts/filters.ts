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
  const severities = SEVERITIES.filter((name) => files.some(({ summary }) => summary.severity === name))
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
        ${choose('contract', 'Contract', files, ({ schema }) => schema)}
        ${select('severity', 'Severity', severities)}
        ${choose('verdict', 'Verdict', files, ({ summary }) => summary.verdict)}
        ${choose('agent', 'Agent', files, ({ agent }) => agent)} ${select('sort', 'Order', ORDERS, 'by wave')}
      </details>
      <output id="count" data-key="count"></output>
    </form>
  </search>`
}

const ORDERS = [
  ['time', 'newest first'],
  ['severity', 'highest severity first'],
] as const

/** A choice between the values that artifacts have. */
function choose(
  name: string,
  label: string,
  files: readonly BoardFile[],
  valueOf: (file: BoardFile) => string | undefined,
): Html {
  const values = new Set(files.flatMap((file) => valueOf(file) ?? []).filter((value) => value !== ''))
  return select(name, label, [...values].sort(compareNames).slice(0, MAX_CHOICES))
}

/** @param options a value, or a value and the text for it */
const select = (
  name: string,
  label: string,
  options: readonly (string | readonly [value: string, text: string])[],
  all = 'all',
): Html =>
  html`<label data-key="${name}"
    >${label}
    <select name="${name}">
      <option value="">${all}</option>
      ${options.map((option) => {
        const [value, text] = typeof option === 'string' ? [option, option] : option
        return html`<option value="${value}">${text}</option>`
      })}
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
