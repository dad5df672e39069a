import { type Dirent, fstatSync, readdirSync, statSync } from 'node:fs'
import { posix, resolve } from 'node:path'

import { describeFsError } from '@workbench/contracts/internal'
import picomatch from 'picomatch'

import { kindOfPath, relativePath } from '../../paths.ts'
import { type Input, STDIN } from './request.ts'

/** As in a shell without extended patterns: `!`, `(`, `)` and `|` are ordinary characters. */
const GLOB_OPTIONS = { dot: true, nonegate: true, noextglob: true }

const escapeOperators = (pattern: string): string => pattern.replaceAll(/[()|]/g, String.raw`\$&`)

/** Folders in which artifacts of the project never are. */
const SKIPPED_FOLDERS = ['node_modules', '.git']

/**
 * Replaces each directory by the `*.json` files below it, and each pattern by the files that it matches, in alphabetical
 * order. Links to directories are not followed. A directory or pattern without any file is an unread input, because its
 * validation would always succeed.
 * @param ignore patterns of files to leave out, relative to the current directory
 */
export function expandPaths(paths: readonly string[], cwd: string, ignore: readonly string[] = []): Input[] {
  const isIgnored = ignoreMatcher(ignore, cwd)
  const known = new Set<string>()
  const expanded = paths.flatMap(expand)
  const [first] = paths
  if (expanded.length > 0 || first === undefined) return expanded
  return [{ file: first, error: 'all files are left out by --ignore', isUnmatched: true }]

  /** Whether it is the first time that a path is written, in any way, as `a.json` and `./a.json`. */
  function isNew(path: string): boolean {
    const { size } = known
    return known.add(posix.normalize(path)).size > size
  }

  function expand(path: string): Input[] {
    const search = searchOf(path, cwd)
    if (search === undefined)
      return (path !== STDIN && isIgnored(path)) || !isNew(path) ? [] : [{ file: path }]
    const isOutput = outputMatcher(cwd)
    const found = filesBelow(search.folder, cwd).filter(
      ({ file, error }) => error !== undefined || (search.matches(file) && !isOutput(file)),
    )
    const files = found.filter(({ file, error }) => error !== undefined || !isIgnored(file))
    if (files.length === 0) {
      const reason = found.length > 0 ? 'all its files are left out by --ignore' : search.reason
      return [{ file: path, error: reason, isUnmatched: true }]
    }
    return files.filter(({ file, error }) => error !== undefined || isNew(file))
  }
}

interface Search {
  /** Relative to the current directory; empty for that directory itself. */
  readonly folder: string
  readonly matches: (file: string) => boolean
  /** Why nothing is found, if nothing is. */
  readonly reason: string
}

/** Undefined for a file, which is not searched. */
function searchOf(path: string, cwd: string): Search | undefined {
  if (path === STDIN) return undefined
  const kind = kindOfPath(path, cwd)
  if (kind === 'directory') {
    const reason = 'there are no *.json files in this directory'
    return { folder: posix.normalize(path), matches: (file) => /\.json$/i.test(file), reason }
  }
  // A name with brackets can be that of a file.
  if (kind === 'file') return undefined
  const { base, glob, isGlob } = picomatch.scan(escapeOperators(path))
  if (!isGlob) return undefined
  const folder = base.replaceAll(/\\([()|])/g, '$1')
  const matches = picomatch(glob, GLOB_OPTIONS)
  return {
    folder,
    matches: (file) => matches(posix.relative(folder, file)),
    reason: 'no file matches this pattern',
  }
}

/** All files below a folder, sorted, as paths that start with the folder. */
function filesBelow(folder: string, cwd: string): Input[] {
  let entries: Dirent[]
  try {
    entries = readdirSync(resolve(cwd, folder), { withFileTypes: true })
  } catch (error) {
    // A pattern may name a folder that does not exist.
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return []
    return [{ file: folder, error: describeFsError(error, 'list') }]
  }
  return entries
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const file = folder === '' || folder === '.' ? entry.name : posix.join(folder, entry.name)
      if (!entry.isDirectory()) return [{ file }]
      return SKIPPED_FOLDERS.includes(entry.name) ? [] : filesBelow(file, cwd)
    })
}

/** Whether a file is left out. A pattern without a slash matches files and folders at any depth. */
function ignoreMatcher(patterns: readonly string[], cwd: string): (file: string) => boolean {
  if (patterns.length === 0) return () => false
  const matches = picomatch(
    patterns.flatMap((pattern) => {
      const path = escapeOperators(pattern.replace(/^\.\//, '').replace(/\/$/, '') || '.')
      const prefixes = path.includes('/') ? [''] : ['', '**/']
      return prefixes.flatMap((prefix) => [`${prefix}${path}`, `${prefix}${path}/**`])
    }),
    GLOB_OPTIONS,
  )
  return (file) => matches(relativePath(cwd, resolve(cwd, file)))
}

/** Whether a file is the one to which the shell writes the report: `workbench validate . > report.json`. */
function outputMatcher(cwd: string): (file: string) => boolean {
  const output = fstatSync(1)
  if (!output.isFile()) return () => false
  return (file) => {
    const stat = statSync(resolve(cwd, file), { throwIfNoEntry: false })
    return stat?.ino === output.ino && stat.dev === output.dev
  }
}
