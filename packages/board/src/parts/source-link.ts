import { type Html, html } from '../html/html.ts'
import type { Links } from '../html/links.ts'

/** A line of a file, with a link that opens it in the editor that the person chose. */
export function showSourceLink(file: string, line: string, links: Links, text?: string): Html {
  const target = file === '' ? undefined : links.editor(file, line === '' ? undefined : line)
  const label = html`<code>${text ?? (line === '' ? file : `${file}:${line}`)}</code>`
  return target === undefined ? label : html`<a href="${target}">${label}</a>`
}
