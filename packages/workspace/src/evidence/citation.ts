import { posix } from 'node:path'

/** A file that an artifact cites, and lines of it. */
export interface Citation {
  readonly path: string
  /** The first and the last one, from 1; absent if it names none. */
  readonly lines?: readonly [first: number, last: number]
}

/** Longer references are not read. */
const MAX_LENGTH = 1000

/** `:12`, `:12-20`, `:12:5`, `#L12-L20`, `, line 12`, ` (lines 12 to 20)`, `(12,5)`, behind a path. */
const LINES = new RegExp(
  [
    String.raw`^(.*?)\s*(?:[:@#]{1,2}L?|[,(]*\s*\b(?:lines?|ln|l\.?)\s*:?\s*|\()\s*`,
    String.raw`(\d{1,9})(?:[:C]\d{1,6})?(?:\s*(?:-|–|—|,|\.\.|to|and)\s*L?(\d{1,9})(?:[:C]\d{1,6})?)?\s*\)?$`,
  ].join(''),
  'i',
)

/** `#name`, `:name` and `::name`, behind a path. */
const SYMBOL = /^(.+?)(?:#|::?)[\w$.<>()-]+$/

/**
 * What a reference can mean, as people write it: `src/a.ts:12-20` is the file `src/a.ts:12-20`, or these lines of
 * `src/a.ts`. The last one without lines is that of a symbol, `src/a.ts#name`.
 * @returns none for an address, and for a text that is too long
 */
export function citationsIn(reference: string): Citation[] {
  const path = reference.trim().replace(/^(["'`<])(.*)[>"'`]$/, '$2')
  if (
    path === '' ||
    path.length > MAX_LENGTH ||
    /[\0\n]/.test(path) ||
    /^(?!file:)[a-z]{2,}:\/\//i.test(path)
  )
    return []
  const [, file, first, last = first] = LINES.exec(path) ?? []
  const lines = [Number(first), Math.max(Number(first), Number(last))] as const
  const symbol = SYMBOL.exec(path)?.[1]
  return [
    { path },
    ...(file ? [{ path: file, lines }] : []),
    ...(symbol !== undefined && file === undefined ? [{ path: symbol }] : []),
  ]
}

/**
 * The paths in a project that a path can mean, relative to its root, with slashes: also without the slash before it, the
 * `a/` of a diff, the name of the project, or the folders of another machine.
 * @param root absolute
 */
export function pathsInProject(path: string, root: string): string[] {
  const [plain, base] = [path, root].map((text) => text.replace(/^file:\/\//, '').replaceAll('\\', '/'))
  const inRoot = plain?.startsWith(`${base}/`) ? plain.slice((base ?? '').length + 1) : (plain ?? '')
  const isAbsolute = isAbsolutePath(inRoot)
  const normal = posix.normalize(inRoot.replace(/^[a-z]:/i, '').replace(/^\/+/, ''))
  if (/^\.\.(\/|$)/.test(normal)) return []
  const segments = normal.split('/')
  const name = posix.basename(base ?? '')
  const isShort = (index: number) =>
    index === 1 && /^[ab]$/.test(segments[0] ?? '') ? true : segments[index - 1] === name
  const shorter = segments
    .map((_, index) => index)
    .slice(1, isAbsolute ? -1 : undefined)
    .filter((index) => isAbsolute || isShort(index))
  return [normal, ...shorter.map((index) => segments.slice(index).join('/'))]
}

/** Also on another system: `C:\a.ts`. */
export const isAbsolutePath = (path: string): boolean => /^(\/|[a-z]:[\\/])/i.test(path)
