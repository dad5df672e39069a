import type { EditorLink } from './editor.ts'
import { type Html, html } from './html.ts'

/** The addresses of artifacts, which differ between the server and the report, and of the files that they name. */
export interface Links {
  /** @param part the name of a part of its page, for example `line-3` */
  readonly artifact: (path: string, part?: string) => string
  /** The id of the element for a part of the page of an artifact. */
  readonly part: (path: string, part: string) => string
  readonly editor: EditorLink
  /** Whether the pages are those of the server, which can show a part of the artifacts. */
  readonly canFilter: boolean
}

/** What all pages need. */
export interface PageOptions {
  readonly links: Links
  readonly now: Date
}

/** Pages of the server. */
export const serverLinks = (editor: EditorLink): Links => ({
  artifact: (path, part) => withQuery('/artifact', { path }) + (part === undefined ? '' : `#${part}`),
  part: (_path, part) => part,
  editor,
  canFilter: true,
})

/** The page of the server with the artifacts that a filter selects. */
export const boardLink = (filter: Readonly<Record<string, string>>): string => withQuery('/', filter)

const withQuery = (path: string, query: Readonly<Record<string, string>>): string =>
  `${path}?${new URLSearchParams(query).toString()}`

/** A line of a file, with a link that opens it in the editor that the person chose. */
export function showSourceLink(file: string, line: string, links: Links, text?: string): Html {
  const target = file === '' ? undefined : links.editor(file, line === '' ? undefined : line)
  const label = html`<code>${text ?? (line === '' ? file : `${file}:${line}`)}</code>`
  return target === undefined ? label : html`<a href="${target}">${label}</a>`
}
