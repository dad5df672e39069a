import { compareNames, formatName } from '../html/format.ts'
import { type Html, html } from '../html/html.ts'
import type { Links } from '../html/links.ts'
import type { BoardFile } from '../model/board-file.ts'
import { type Filter, selectionOf, STATES, VALUE_NAMES, VALUES } from '../model/filter.ts'
import { showSearchField } from './search-field.ts'

/** The most choices of one list. */
const MAX_CHOICES = 500

/**
 * The search and the filters. The script of the page sets them to the values in the address.
 * @param count how many artifacts are selected; undefined without a selection
 */
export const showFilters = (files: readonly BoardFile[], count: number | undefined): Html =>
  html`<search data-key="search">
    <form class="filters" action="/" data-key="filters">
      ${showSearchField('Search titles, agents, ids and paths')}
      <details class="choices" data-key="choices">
        <summary>Filters</summary>
        ${select(
          'show',
          'State',
          Object.entries(STATES).map(
            ([name, isState]) => [name, `${name} (${files.filter(isState).length})`] as const,
          ),
        )}
        ${VALUE_NAMES.map((name) => select(name, formatName(name), choicesOf(files.map(VALUES[name]))))}
        ${select('sort', 'Order', ORDERS, 'by wave')}
      </details>
      <output id="count" data-key="count">${count !== undefined && `${count} of ${files.length}`}</output>
    </form>
  </search>`

const choicesOf = (values: readonly (string | undefined)[]): string[] =>
  [...new Set(values.flatMap((value = '') => (value === '' ? [] : [value])))]
    .sort(compareNames)
    .slice(0, MAX_CHOICES)

const ORDERS = [
  ['time', 'newest first'],
  ['severity', 'highest severity first'],
] as const

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

/** What the filter selects. */
export function showSelection(filter: Filter, links: Links): Html | false {
  const set = selectionOf(filter)
  return (
    set.length > 0 &&
    html`<p>
      Only ${set.map(([name, value]) => `${name}: ${value}`).join(', ')}.
      <a href="${links.board()}">Show all artifacts</a>
    </p>`
  )
}
