import { type Dirent, fstatSync, readdirSync, statSync } from 'node:fs'
import { posix, resolve } from 'node:path'

import { describeFsError } from '@workbench/contracts/internal'
import picomatch from 'picomatch'

import { kindOfPath, relativePath } from '../../paths.ts'
import { type Input, STDIN } from './request.ts'

/** As in a shell without extended patterns: `!`, `(`, `)` and `|` are ordinary characters. */
const GLOB_OPTIONS = { dot: true, nonegate: true, noextglob: true }

const escapeOperators = (pattern: string): string => pattern.replaceAll(/[()|]/g, String.raw`\$&`)

/** Folders in which artifacts of the project never are; the last one has those that were rejected. */
const SKIPPED_FOLDER = /[\\/](?:node_modules|\.git|\.workbench[\\/]tmp)$/

/**
 * Replaces each directory by the `*.json` files below it, and each pattern by the files that it matches, in alphabetical
 * order. Links to directories are not followed. A directory or pattern without any file is an unread input, because its
 * validation would always succeed; so is the first path if `ignore` leaves nothing.
 * @param ignore patterns of files to leave out, relative to the current directory
 */
export function expandPaths(paths: readonly string[], cwd: string, ignore: readonly string[] = []): Input[] {
  const found = paths.flatMap((path) => inputsAt(path, cwd))
  const isIgnored = ignoreMatcher(ignore, cwd)
  const known = new Set<string>()
  const kept = found.filter(({ file, error }) => {
    if (error !== undefined) return true
    if (file !== STDIN && isIgnored(file)) return false
    // A path can be written in several ways, as `a.json` and `./a.json`.
    const { size } = known
    return known.add(posix.normalize(file)).size > size
  })
  const [first] = paths
  if (kept.length > 0 || first === undefined) return kept
  return [{ file: first, error: 'all files are left out by --ignore', isUnmatched: true }]
}

/** A file as it is, even if there is none; else what is found in a directory or by a pattern. */
function inputsAt(path: string, cwd: string): Input[] {
  const kind = path === STDIN ? 'file' : kindOfPath(path, cwd)
  if (kind === 'directory')
    return search(posix.normalize(path), cwd, (file) => /\.json$/i.test(file)) ?? unmatched(path, NO_JSON)
  // A name with brackets can be that of a file.
  if (kind === 'file') return [{ file: path }]
  const { base, glob, isGlob } = picomatch.scan(escapeOperators(path))
  if (!isGlob) return [{ file: path }]
  const folder = base.replaceAll(/\\([()|])/g, '$1')
  const matches = picomatch(glob, GLOB_OPTIONS)
  const found = search(folder, cwd, (file) => matches(posix.relative(folder, file)))
  return found ?? unmatched(path, 'no file matches this pattern')
}

const NO_JSON = 'there are no *.json files in this directory'

const unmatched = (file: string, error: string): Input[] => [{ file, error, isUnmatched: true }]

/** The matching files below a folder, and what cannot be read there; undefined if there is nothing. */
function search(folder: string, cwd: string, matches: (file: string) => boolean): Input[] | undefined {
  const isOutput = outputMatcher(cwd)
  const found = filesBelow(folder, cwd).filter(
    ({ file, error }) => error !== undefined || (matches(file) && !isOutput(file)),
  )
  return found.length > 0 ? found : undefined
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
      return SKIPPED_FOLDER.test(resolve(cwd, file)) ? [] : filesBelow(file, cwd)
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
