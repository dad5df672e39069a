import { pluralize } from '@workbench/contracts/internal'

import { formatName } from '../html/format.ts'
import { type Html, html, lines } from '../html/html.ts'
import type { ArtifactValue, Note } from '../model/artifact-value.ts'
import { showScrollingTable } from './scrolling-table.ts'

const MAX_TEXT = 4_000

/** Deeper values are shown as JSON text. */
const MAX_DEPTH = 5

/** A value of any type as people read it, with the violations at its location. */
export const show = (value: ArtifactValue, depth = 0): Html =>
  html`${showValue(value, depth)}${showNotes(value)}`

/** The violations and the advice at the location of a value. */
export const showNotes = ({ notes }: ArtifactValue): Html =>
  html`${notes.map(({ kind, message }: Note) => html`<span class="note ${kind}">${message}</span>`)}`

function showValue(value: ArtifactValue, depth: number): Html {
  const { value: data } = value
  if (data === undefined) return value.notes.length > 0 ? html`<em class="absent">missing</em>` : html``
  if (typeof data === 'string') return showText(data)
  if (data === null) return html`<code>null</code>`
  if (typeof data !== 'object') return html`${JSON.stringify(data)}`
  if (depth >= MAX_DEPTH) return html`<code>${shorten(toJson(data))}</code>`
  return Array.isArray(data) ? showList(value, depth) : showMembers(value, value.names, depth)
}

/** The levels of a deep value that are shown; a recursive function fails with very many. */
const MAX_JSON_DEPTH = 20

const toJson = (value: unknown): string => JSON.stringify(withoutDepth(value, MAX_JSON_DEPTH))

function withoutDepth(value: unknown, levels: number): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (levels === 0) return '… deeper levels are in the text of the artifact'
  if (Array.isArray(value)) return value.map((item) => withoutDepth(item, levels - 1))
  return Object.fromEntries(
    Object.entries(value).map(([name, item]) => [name, withoutDepth(item, levels - 1)]),
  )
}

/** A text with its line breaks. Very long texts are shortened. */
export const showText = (text: string): Html =>
  text === '' ? html`<em class="absent">empty</em>` : lines(shorten(text))

function shorten(text: string): string {
  if (text.length <= MAX_TEXT) return text
  return `${text.slice(0, MAX_TEXT)} … and ${pluralize(text.length - MAX_TEXT, 'more character')}`
}

function showList(list: ArtifactValue, depth: number): Html {
  const { items } = list
  if (items.length === 0) return html`<em class="absent">none</em>`
  const columns = columnsOf(items)
  if (columns) return showItems(list, columns, depth)
  return html`<ul>
      ${items.map((item) => html`<li>${show(item, depth + 1)}</li>`)}
    </ul>
    ${showMore(list)}`
}

/** How many items of the list are not shown. */
export const showMore = ({ more }: ArtifactValue): Html | false =>
  more > 0 && html`<p>${pluralize(more, 'more item')}; see the text of the artifact.</p>`

/** The members of the items, if all are objects with few members whose values are short. */
function columnsOf(items: readonly ArtifactValue[]): string[] | undefined {
  const isRow = ({ names, value }: ArtifactValue) => !Array.isArray(value) && names.length > 0
  if (items.length < 2 || !items.every(isRow)) return undefined
  const columns = [...new Set(items.flatMap(({ names }) => names))]
  return columns.length <= 6 ? columns : undefined
}

const showItems = (list: ArtifactValue, columns: readonly string[], depth: number): Html =>
  html`${showScrollingTable(
    'Table',
    columns.map(formatName),
    list.items.map(
      (item) =>
        html`<tr>
          ${columns.map((name) => html`<td>${show(item.at(name), depth + 1)}</td>`)}
        </tr>`,
    ),
  )}
  ${showMore(list)}`

/** Members of an object, each with its name. Absent members are left out, unless a violation says that they are missing. */
export function showMembers(object: ArtifactValue, names: readonly string[], depth = 0): Html {
  const shown = names.slice(0, 200).map((name) => [name, object.at(name)] as const)
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
export function badge(value: ArtifactValue): Html | false {
  if (!value.isShown) return false
  const style = /^[a-z-]{1,30}$/.test(value.text) ? value.text : 'other'
  return html`<span class="badge is-${style}"
      >${value.value === undefined ? 'missing' : shorten(value.text || toJson(value.value))}</span
    >${showNotes(value)}`
}
