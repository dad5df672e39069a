import { pluralize } from '@workbench/contracts/internal'

import { formatName } from '../html/format.ts'
import { type Content, type Html, html, lines } from '../html/html.ts'
import type { ArtifactValue, Note } from '../model/artifact-value.ts'

const MAX_TEXT = 4_000
const MAX_MEMBERS = 200

/** Deeper values are not shown; a recursive function fails with very many levels. */
const MAX_DEPTH = 8

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
  if (depth >= MAX_DEPTH) return html`<em>deeper levels are in the text of the artifact</em>`
  return Array.isArray(data) ? showList(value, depth) : showMembers(value, value.names, undefined, depth)
}

/** A text with its line breaks. Very long texts are shortened. */
export const showText = (text: string): Html =>
  text === '' ? html`<em class="absent">empty</em>` : lines(shorten(text))

/** A text with at most so many characters, and how many more there are. */
export const shorten = (text: string, max = MAX_TEXT): string =>
  text.length <= max ? text : `${text.slice(0, max)} … and ${pluralize(text.length - max, 'more character')}`

function showList(list: ArtifactValue, depth: number): Html {
  const { items } = list
  const columns = columnsOf(list, depth)
  const isTable =
    items.length > 1 && items.every(({ names }) => names.length > 0) && Object.keys(columns).length <= 6
  if (isTable || items.length === 0) return showRows('Table', list, columns)
  return html`<ul>
      ${items.map((item) => html`<li>${show(item, depth + 1)}</li>`)}
    </ul>
    ${showMore(list)}`
}

/** How many items of the list are not shown. */
export const showMore = ({ more }: ArtifactValue): Html | false =>
  more > 0 && html`<p>${pluralize(more, 'more item')}; see the text of the artifact.</p>`

/** The cells of a row for an item, by the names of the members that they show. */
type Columns = Readonly<Record<string, (item: ArtifactValue) => Content>>

const MAX_COLUMNS = 20

/** A column for each member that an item has. */
export const columnsOf = ({ items }: ArtifactValue, depth = 0): Columns =>
  Object.fromEntries(
    [...new Set(items.flatMap(({ names }) => names))]
      .slice(0, MAX_COLUMNS)
      .map((name) => [name, (item) => show(item.at(name), depth + 1)]),
  )

/** The items of a list in a table. @param label names it for screen readers */
export function showRows(label: string, list: ArtifactValue, columns: Columns): Html {
  if (list.items.length === 0) return html`<em class="absent">none</em>`
  const cells = Object.values(columns)
  const rows = list.items.map((item) =>
    item.names.length === 0
      ? html`<tr>
          <td colspan="${cells.length}">${show(item)}</td>
        </tr>`
      : html`<tr>
          ${cells.map((cell) => html`<td>${cell(item)}</td>`)}
        </tr>`,
  )
  // It scrolls by itself if it is wider than the page.
  return html`<div class="scroll" tabindex="0" role="group" aria-label="${label}">
      <table>
        <thead>
          <tr>
            ${Object.keys(columns).map((name) => html`<th scope="col">${formatName(name)}</th>`)}
          </tr>
        </thead>
        <tbody>
          ${rows}
        </tbody>
      </table>
    </div>
    ${showMore(list)}`
}

/**
 * Members of an object, each with its name. Absent members are left out, unless a violation says that they are missing.
 * @param showOther a member that is shown in another way; undefined for the others
 */
export function showMembers(
  object: ArtifactValue,
  names: readonly string[],
  showOther?: (name: string, member: ArtifactValue) => Html | undefined,
  depth = 0,
): Html {
  const shown = names.slice(0, MAX_MEMBERS).map((name) => [name, object.at(name)] as const)
  return html`<dl>
    ${shown
      .filter(([, member]) => member.isShown)
      .map(([name, member]) => {
        const other = showOther?.(name, member)
        return html`<div class="${other && Array.isArray(member.value) && 'wide'}">
          <dt title="${name}">${formatName(name)}</dt>
          <dd>${other ?? show(member, depth + 1)}${other && showNotes(member)}</dd>
        </div>`
      })}
  </dl>`
}

/** A text in a badge whose color depends on the text, as for severities and states. */
export function badge(value: ArtifactValue): Html {
  const { text } = value
  if (text === '') return show(value)
  const style = /^[a-z-]{1,30}$/.test(text) ? text : 'other'
  return html`<span class="badge is-${style}">${shorten(text)}</span>${showNotes(value)}`
}
