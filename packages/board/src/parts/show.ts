import { pluralize } from '@workbench/contracts'

import { formatName } from '../html/format.ts'
import { type Html, html, lines } from '../html/html.ts'
import type { Note, Reading } from './reading.ts'
import { showScrollingTable } from './scrolling-table.ts'

const MAX_TEXT = 4_000

/** Deeper values are shown as JSON text. */
const MAX_DEPTH = 5

/** A value of any type as people read it, with the violations at its location. */
export const show = (reading: Reading, depth = 0): Html =>
  html`${showValue(reading, depth)}${showNotes(reading)}`

/** The violations and the advice at the location of a value. */
export const showNotes = ({ notes }: Reading): Html =>
  html`${notes.map(({ kind, message }: Note) => html`<span class="note ${kind}">${message}</span>`)}`

function showValue(reading: Reading, depth: number): Html {
  const { value } = reading
  if (value === undefined) return reading.notes.length > 0 ? html`<em class="absent">missing</em>` : html``
  if (typeof value === 'string') return showText(value)
  if (value === null) return html`<code>null</code>`
  if (typeof value !== 'object') return html`${JSON.stringify(value)}`
  if (depth >= MAX_DEPTH) return html`<code>${shorten(JSON.stringify(value))}</code>`
  return Array.isArray(value) ? showList(reading, depth) : showMembers(reading, reading.names, depth)
}

/** A text with its line breaks. Very long texts are shortened. */
export const showText = (text: string): Html =>
  text === '' ? html`<em class="absent">empty</em>` : lines(shorten(text))

function shorten(text: string): string {
  if (text.length <= MAX_TEXT) return text
  return `${text.slice(0, MAX_TEXT)} … and ${pluralize(text.length - MAX_TEXT, 'more character')}`
}

function showList(reading: Reading, depth: number): Html {
  const { items } = reading
  if (items.length === 0) return html`<em class="absent">none</em>`
  const columns = columnsOf(items)
  return columns ? showItems(reading, columns, depth) : showBullets(reading, (item) => show(item, depth + 1))
}

/** A list with a bullet for each item. */
export function showBullets(reading: Reading, showItem: (item: Reading) => Html = show): Html {
  if (reading.items.length === 0) return html`${show(reading)}`
  return html`<ul>
      ${reading.items.map((item) => html`<li>${showItem(item)}</li>`)}
    </ul>
    ${showMore(reading)}`
}

/** How many items of the list are not shown. */
export const showMore = ({ more }: Reading): Html | false =>
  more > 0 && html`<p>${pluralize(more, 'more item')}; see the text of the artifact.</p>`

/** The members of the items, if all are objects with few members whose values are short. */
function columnsOf(items: readonly Reading[]): string[] | undefined {
  const isRow = ({ names, value }: Reading) => !Array.isArray(value) && names.length > 0
  if (items.length < 2 || !items.every(isRow)) return undefined
  const columns = [...new Set(items.flatMap(({ names }) => names))]
  return columns.length <= 6 ? columns : undefined
}

const showItems = (reading: Reading, columns: readonly string[], depth: number): Html =>
  html`${showScrollingTable(
    'Table',
    columns.map(formatName),
    reading.items.map(
      (item) =>
        html`<tr>
          ${columns.map((name) => html`<td>${show(item.at(name), depth + 1)}</td>`)}
        </tr>`,
    ),
  )}
  ${showMore(reading)}`

/** Members of an object, each with its name. Absent members are left out, unless a violation says that they are missing. */
export function showMembers(reading: Reading, names: readonly string[], depth = 0): Html {
  const shown = names.slice(0, 200).map((name) => [name, reading.at(name)] as const)
  return html`<dl>
    ${shown
      .filter(([, member]) => member.isShown)
      .map(
        ([name, member]) =>
          html`<div>
            <dt title="${name}">${formatName(name)}</dt>
            <dd>${show(member, depth + 1)}</dd>
          </div>`,
      )}
  </dl>`
}

/** A text in a badge whose color depends on the text, as for severities and states. */
export function badge(reading: Reading): Html | false {
  if (!reading.isShown) return false
  const style = /^[a-z-]{1,30}$/.test(reading.text) ? reading.text : 'other'
  return html`<span class="badge is-${style}"
      >${reading.value === undefined ? 'missing' : shorten(reading.text || JSON.stringify(reading.value))}</span
    >${showNotes(reading)}`
}
