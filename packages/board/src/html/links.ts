import type { EditorLink } from './editor.ts'

/** The addresses of the pages, which differ between the server and the report. */
export interface Links {
  readonly artifact: (path: string) => string
  readonly board: (filter?: Readonly<Record<string, string>>) => string
  readonly memory: (filter?: { readonly type?: string; readonly tag?: string }) => string
  readonly fact: (id: string) => string
  /** The id of the element for a line of an artifact's text. */
  readonly line: (path: string, line: number) => string
  readonly editor: EditorLink
  /** Whether `board` and `memory` follow the filter. */
  readonly canFilter: boolean
}

/** Pages of the server. */
export const serverLinks = (editor: EditorLink): Links => ({
  artifact: (path) => `/artifact?${new URLSearchParams({ path }).toString()}`,
  board: (filter = {}) => withQuery('/', filter),
  memory: (filter = {}) => withQuery('/memory', filter),
  fact: (id) => `/memory#${encodeURIComponent(id)}`,
  line: (_path, line) => `line-${line}`,
  editor,
  canFilter: true,
})

const withQuery = (path: string, filter: object): string => {
  const query = new URLSearchParams(Object.entries(filter) as [string, string][]).toString()
  return query === '' ? path : `${path}?${query}`
}
