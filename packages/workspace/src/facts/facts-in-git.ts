import { getBuiltinModule } from 'node:process'

import { MEMORY_FOLDER } from './fact-file.ts'
import { relativePath, type WorkingArea } from '../working-area.ts'

/** Git answers in a few milliseconds; a file system that hangs must not keep the caller. */
const TIMEOUT_MS = 3000

/** Without the file system monitor, which is a program that the repository can name, and without locks. */
const OPTIONS = ['-c', 'core.fsmonitor=false', '--no-optional-locks']

/**
 * The names of the files in the memory whose content git has brought, or has stored: the index has the same content,
 * or a merge is not finished. None if the project is in no repository.
 */
export function factsInGit(area: WorkingArea): ReadonlySet<string> {
  const entries = entriesOf(area, 'ls-files', '-z', '-t', '--cached', '--modified') ?? []
  const withTag = (tag: string) => entries.filter((entry) => entry.startsWith(tag)).map(nameIn)
  const modified = new Set(withTag('C'))
  return new Set([...withTag('H').filter((name) => !modified.has(name)), ...withTag('M')])
}

/**
 * The names of the files in the memory that the last commit does not have as they are; undefined if it has none of them, or
 * git does not say.
 */
export function uncommittedFacts(area: WorkingArea): ReadonlySet<string> | undefined {
  const untracked = ['--untracked-files=all', '--ignored=matching']
  const names = entriesOf(area, 'status', '-z', '--porcelain', '--no-renames', ...untracked)?.map(nameIn)
  // A folder that is ignored has an empty name.
  return names === undefined || names.includes('') ? undefined : new Set(names)
}

/** What git prints about the memory; undefined if the project is in no repository. */
function entriesOf({ root }: WorkingArea, ...command: readonly string[]): string[] | undefined {
  // Not imported, because it takes long to load, and only changed facts need it.
  const { spawnSync } = getBuiltinModule('node:child_process')
  const { status, stdout } = spawnSync('git', [...OPTIONS, ...command, '--', relativePath(MEMORY_FOLDER)], {
    cwd: root,
    encoding: 'utf8',
    timeout: TIMEOUT_MS,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  return status === 0 ? stdout.split('\0').slice(0, -1) : undefined
}

const nameIn = (entry: string): string => entry.slice(entry.lastIndexOf('/') + 1)
