import { CannotRun } from '../../exit-status.ts'
import { rejectEmptyPaths } from '../../paths.ts'

/** The options of the command that are about web pages. */
export interface PageOptions {
  readonly serve: boolean
  readonly port: number | undefined
  readonly html: string | undefined
  readonly folder: string | undefined
}

export type PageRequest =
  /** Without a port, 7700 or any other one. */
  | { readonly type: 'serve'; readonly port: number | undefined }
  | { readonly type: 'html'; readonly file: string }

/**
 * Undefined if no web page is requested.
 * @throws {CannotRun} if the options contradict each other, or if a path is empty.
 */
export function pageRequest({
  serve,
  port,
  html,
  folder,
  check,
  format,
}: PageOptions & { readonly check: boolean; readonly format: string }): PageRequest | undefined {
  rejectEmptyPaths([html, folder])
  if (!serve && port !== undefined) throw new CannotRun('--port needs --serve')
  if (!serve && html === undefined) {
    if (folder !== undefined) throw new CannotRun('A folder needs --serve or --html')
    return undefined
  }
  if (serve && html !== undefined) throw new CannotRun('Use either --serve or --html')
  if (check || format !== 'text')
    throw new CannotRun('--check and --format do not apply to --serve and --html')
  if (html !== undefined) return { type: 'html', file: html }
  if (port !== undefined && !(Number.isInteger(port) && port >= 0 && port <= 65_535))
    throw new CannotRun(`Expected a port from 0 to 65535; received ${port}`)
  return { type: 'serve', port }
}
