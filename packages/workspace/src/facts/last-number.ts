import { lstatSync, readdirSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

import { readFile } from '@workbench/contracts'

import { temporaryFile } from '../files/atomic-write.ts'
import { createBaseline, highestNumber, type IgnoredFile, ignoredFiles, recordsIn } from './fact-records.ts'
import { factId, MAX_NUMBER, numberOf } from './fact-file.ts'

/*
 * The file `fact-0120.last` in the folder for temporary files saves writeFact() from listing the memory and the records,
 * which takes as long as there are facts. It says that 120 was the highest number when both folders had the states that it
 * contains. It is a cache: a write, a deletion or a merge by another program changes a state, and then the folders are
 * listed again. In particular, the number of a fact that was deleted later is found in the records.
 *
 * A fact that another process creates between the write and the state does not change the state, but its file exists, so
 * its number is not given again either.
 */

/** The paths of the open folders. */
export interface FactFolders {
  readonly memory: string
  readonly records: string
  readonly temporary: string
}

/** What is known of the numbers in the memory. */
interface KnownNumbers {
  /** The highest number that was given. */
  readonly last: number
  /** The first files of the memory whose number is not continued. */
  readonly ignored: readonly IgnoredFile[]
}

const MAX_IGNORED = 10

const CACHE_FILE = /^fact-\d{4,12}\.last$/

/** Reads the highest number, from the cache if nothing was written since; else creates the baseline if it is missing. */
export function knownNumbers(folders: FactFolders): KnownNumbers {
  const { memory, records, temporary } = folders
  const cached = readCachedNumbers(folders)
  if (cached) return cached
  createBaseline(memory, records, temporary)
  const ignored = ignoredFiles(readdirSync(memory), recordsIn(records)).slice(0, MAX_IGNORED)
  return { last: highestNumber(memory, records), ignored }
}

/** Stores the highest number for the next write. To be called when the fact with this number is durable. */
export function storeLastNumber(folders: FactFolders, known: KnownNumbers): void {
  const { temporary } = folders
  const file = temporaryFile(temporary)
  try {
    writeFileSync(file, JSON.stringify({ ...known, state: stateOf(folders) }), { flag: 'wx' })
    renameSync(file, join(temporary, `${factId(known.last)}.last`))
    for (const name of cacheFilesIn(temporary))
      if (numberInName(name) < known.last) rmSync(join(temporary, name), { force: true })
  } catch {
    // The fact is written, and the next write lists the folders.
    rmSync(file, { force: true })
  }
}

/** Undefined if there is no cache, or if a folder changed since. */
function readCachedNumbers(folders: FactFolders): KnownNumbers | undefined {
  try {
    const { temporary } = folders
    const [name = '', ...others] = cacheFilesIn(temporary)
    const highest = others.reduce(
      (best, other) => (numberInName(other) > numberInName(best) ? other : best),
      name,
    )
    const path = join(temporary, highest)
    if (highest === '' || !lstatSync(path).isFile()) return undefined
    const { last, ignored, state } = JSON.parse(String(readFile(path).bytes)) as Record<string, unknown>
    const isCurrent = last === numberInName(highest) && last <= MAX_NUMBER && state === stateOf(folders)
    return isCurrent && isIgnoredFiles(ignored) ? { last, ignored } : undefined
  } catch {
    return undefined
  }
}

const cacheFilesIn = (temporary: string): string[] =>
  readdirSync(temporary).filter((name) => CACHE_FILE.test(name))

const numberInName = (name: string): number => numberOf(name.slice(0, -'.last'.length))

const isIgnoredFiles = (value: unknown): value is readonly IgnoredFile[] =>
  Array.isArray(value) &&
  value.every(
    (item: Partial<IgnoredFile> | null) => typeof item?.file === 'string' && typeof item.reason === 'string',
  )

/** Changes when a name in one of the folders is added, removed or renamed. */
const stateOf = ({ memory, records }: FactFolders): string =>
  [memory, records]
    .map((folder) => statSync(folder, { bigint: true }))
    .map(({ dev, ino, mtimeNs, ctimeNs }) => [dev, ino, mtimeNs, ctimeNs].join(' '))
    .join('; ')
