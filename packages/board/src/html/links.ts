import type { EditorLink } from './editor.ts'

/** The addresses of the pages, which differ between the server and the report. */
export interface Links {
  /** @param part the name of a part of its page, for example `line-3` */
  readonly artifact: (path: string, part?: string) => string
  /** The id of the element for a part of the page of an artifact. */
  readonly part: (path: string, part: string) => string
  readonly board: (filter?: Readonly<Record<string, string>>) => string
  readonly memory: () => string
  readonly editor: EditorLink
  /** Whether the pages are those of the server, which can show a part of the artifacts. */
  readonly canFilter: boolean
}

/** Pages of the server. */
export const serverLinks = (editor: EditorLink): Links => ({
  artifact: (path, part) => withQuery('/artifact', { path }) + (part === undefined ? '' : `#${part}`),
  part: (_path, part) => part,
  board: (filter = {}) => withQuery('/', filter),
  memory: () => '/memory',
  editor,
  canFilter: true,
})

const withQuery = (path: string, filter: object): string => {
  const query = new URLSearchParams(Object.entries(filter) as [string, string][]).toString()
  return query === '' ? path : `${path}?${query}`
}
