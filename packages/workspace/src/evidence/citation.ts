import { posix } from 'node:path'

import type { Lines } from './find-excerpt.ts'

/** A file that an artifact may cite, and lines of it. */
export interface Citation {
  /** As it is cited, without the lines. */
  readonly cited: string
  /** Relative to the root of the project, with slashes. */
  readonly path: string
  /** Undefined if it names none. */
  readonly lines: Lines | undefined
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
 * @param root absolute path of the project
 * @returns none for an address, and for a text that is too long
 */
export function citationsIn(reference: string, root: string): Citation[] {
  const text = reference.trim().replace(/^(["'`<])(.*)[>"'`]$/, '$2')
  if (text === '' || text.length > MAX_LENGTH || /[\0\n]|^(?!file:)[a-z]{2,}:\/\//i.test(text)) return []
  const [, file, first, last = first] = LINES.exec(text) ?? []
  const symbol = file === undefined ? SYMBOL.exec(text)?.[1] : undefined
  const lines = [Number(first), Math.max(Number(first), Number(last))] as const
  const meanings = [
    { cited: text, lines: undefined },
    ...(file ? [{ cited: file, lines }] : []),
    ...(symbol === undefined ? [] : [{ cited: symbol, lines: undefined }]),
  ]
  return meanings.flatMap((meaning) =>
    // File systems have the accents of names composed or decomposed.
    ['NFC', 'NFD']
      .flatMap((form) => pathsInProject(meaning.cited.normalize(form), root))
      .filter((path, index, paths) => paths.indexOf(path) === index)
      .map((path) => ({ ...meaning, path })),
  )
}

/**
 * The paths in a project that a path can mean, the most likely first: also without the slash before it, the `a/` of a diff,
 * the name of the project, or the folders of another machine.
 */
function pathsInProject(path: string, root: string): string[] {
  const plain = path.replace(/^file:\/\//, '').replaceAll('\\', '/')
  const base = root.replaceAll('\\', '/')
  const inRoot = plain.startsWith(`${base}/`) ? plain.slice(base.length + 1) : plain
  const isAbsolute = isAbsolutePath(inRoot)
  const normal = posix.normalize(inRoot.replace(/^[a-z]:/i, '').replace(/^\/+/, ''))
  if (/^\.\.(\/|$)/.test(normal)) return []
  const segments = normal.split('/')
  const shorter = segments.flatMap((_, index) => {
    const before = segments[index - 1]
    const isPrefix = before === posix.basename(base) || (index === 1 && /^[ab]$/.test(before ?? ''))
    return isPrefix || (isAbsolute && index > 0 && index < segments.length - 1)
      ? [segments.slice(index).join('/')]
      : []
  })
  return [normal, ...shorter]
}

/** Also on another system: `C:\a.ts`. */
export const isAbsolutePath = (path: string): boolean => /^(\/|[a-z]:[\\/])/i.test(path)
