import type * as ChildProcess from 'node:child_process'
import { createRequire } from 'node:module'

import { MEMORY_FOLDER } from './fact-file.ts'
import { relativePath, type WorkingArea } from '../working-area.ts'

/** Git answers in a few milliseconds; a file system that hangs must not keep the caller. */
const TIMEOUT_MS = 3000

/** Without the file system monitor, which is a program that the repository can name. */
const ARGUMENTS = ['-c', 'core.fsmonitor=false', 'ls-files', '-z', '-t', '--cached', '--modified', '--']

/**
 * The names of the files in the memory whose content git has brought, or has stored: the index has the same content,
 * or a merge is not finished. None if the project is in no repository.
 */
export function factsInGit({ root }: WorkingArea): ReadonlySet<string> {
  const { spawnSync } = createRequire(import.meta.url)('node:child_process') as typeof ChildProcess
  const { status, stdout } = spawnSync('git', [...ARGUMENTS, relativePath(MEMORY_FOLDER)], {
    cwd: root,
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  if (status !== 0) return new Set()
  const entries = stdout
    .split('\0')
    .map((entry) => ({ tag: entry[0], name: entry.slice(entry.lastIndexOf('/') + 1) }))
  const withTag = (tag: string) =>
    new Set(entries.flatMap((entry) => (entry.tag === tag ? [entry.name] : [])))
  const [stored, unmerged, modified] = [withTag('H'), withTag('M'), withTag('C')]
  return new Set([...[...stored].filter((name) => !modified.has(name)), ...unmerged])
}
