import { lstatSync, readdirSync, realpathSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

import { type Contracts, readFile } from '@workbench/contracts'

import type { CheckedFile } from '../deliverables.ts'
import { MEMORY_FOLDER } from '../facts/fact-file.ts'
import { digestOf } from '../files/digest.ts'
import { validateListed } from '../validate-area.ts'
import type { ValidatedFile } from '../validate-file.ts'
import { absolutePath, type WorkingArea } from '../working-area.ts'
import { readRecords } from './known-records.ts'
import { isSettledAt, listChanges } from './list-changes.ts'
import { openPrivateFolder, readPrivateFile, writePrivateFile } from './private-file.ts'
import { decode, encode } from './encode-cache.ts'

/*
 * Validates a large working area without reading the files that did not change since they were valid. The cache contains
 * the state of each of these files, and no other verdict. It is only used on file systems that keep the ctime of a file,
 * and for the same contracts, records of facts, and program. A handoff also depends on its deliverables, whose states are
 * stored too. Never cached are links, and files that changed a moment ago. Whatever is wrong with the cache, the files are
 * validated.
 */

export interface CacheOptions {
  /** Environment variables: `XDG_CACHE_HOME` and `HOME` are read. */
  readonly env: Readonly<Record<string, string | undefined>>
  /** Files of the program that validates: other ones may validate differently. */
  readonly programs: readonly string[]
  /** Identifies the interpreter of the program. */
  readonly engine: string
  /** In milliseconds since 1970. */
  readonly deadline: number
  /** If more bytes changed, nothing is validated. Default: no limit. */
  readonly maxBytes?: number | undefined
}

/** Local file systems whose ctime no program can set, by their number in statfs(2). On others, every file is validated. */
const FILE_SYSTEMS = new Set([
  0xef53, // ext4
  0x58465342, // XFS
  0x9123683e, // Btrfs
  0xf2f52010, // F2FS
  0x2fc12fc1, // ZFS
  0x01021994, // tmpfs
  0x794c7630, // overlayfs
])

/**
 * As `validateArea()` with `checksProject`, but of the files that did not change since they were valid, there is no result.
 * @returns undefined if there is no cache for this working area, or if more than `maxBytes` changed
 * @throws {WorkingAreaError} if the working area cannot be listed.
 */
export function validateChanges(
  area: WorkingArea,
  open: () => Contracts,
  options: CacheOptions,
): ValidatedFile[] | undefined {
  const prepared = attempt(() => prepare(area, open(), options))
  if (!prepared) return undefined
  const { contracts, changes, isStale, store } = prepared
  const { files } = changes
  if (files.reduce((sum, { size }) => sum + size, 0) > (options.maxBytes ?? Infinity)) return undefined
  const validated = files.filter(({ isLinkedFolder }) => !isLinkedFolder)
  const deliverables = validated.map((): CheckedFile[] => [])
  const results = validateListed(area, () => contracts, files, {
    deadline: options.deadline,
    checksProject: true,
    onDeliverable: (index, deliverable) => deliverables[index]?.push(deliverable),
  })
  const first = results.length - validated.length
  let accepted = false
  for (const [index, { accept }] of validated.entries())
    if (results[first + index]?.valid === true) accepted = accept(deliverables[index] ?? []) || accepted
  if (accepted || isStale) attempt(store)
  return results
}

function prepare(area: WorkingArea, contracts: Contracts, { env, programs, engine }: CacheOptions) {
  const root = realpathSync(area.root)
  if (!lstatSync(absolutePath(area)).isDirectory()) return undefined
  if (!FILE_SYSTEMS.has(statfsSync(absolutePath(area)).type)) return undefined
  const folder = openPrivateFolder(env, root)
  const name = digestOf(root)
  const files = [...programs, ...contractFiles(contracts)]
  const inputs = digestOf(JSON.stringify([engine, root, ...files.map(digestOfFile)]))
  const known = attempt(() => decode(readPrivateFile(folder, name)))
  const isUsable = known?.inputs === inputs
  const isSettled = isSettledAt(Date.now())
  const { records, isSame } = readRecords(area, isUsable ? known.records : undefined, isSettled)
  const folders = new Map(isUsable ? known.folders : [])
  if (!isSame) for (const key of folders.keys()) if (key.split('/')[0] === MEMORY_FOLDER) folders.delete(key)
  const changes = listChanges(area, folders, isSettled)
  const store = (): void =>
    writePrivateFile(folder, name, encode({ inputs, records, folders: changes.folders }))
  const isStale = records.state !== known?.records.state || changes.hasNewNames
  return { contracts, changes, store, isStale }
}

const contractFiles = ({ directory }: Contracts): string[] =>
  readdirSync(directory)
    .filter((name) => name.endsWith('.schema.json'))
    .sort()
    .map((name) => join(directory, name))

const digestOfFile = (path: string): string => `${path} ${digestOf(readFile(path).bytes)}`

/** Undefined if it fails: the cache cannot be used. */
function attempt<Result>(run: () => Result): Result | undefined {
  try {
    return run()
  } catch {
    return undefined
  }
}
