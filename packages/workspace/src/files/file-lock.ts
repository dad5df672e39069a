import { existsSync, linkSync, lstatSync, readlinkSync, rmSync, writeFileSync } from 'node:fs'
import { hostname } from 'node:os'
import { basename, join } from 'node:path'

import { readFile } from '@workbench/contracts/internal'

import { attempt } from '../attempt.ts'
import { UnsafePathError, WorkingAreaError } from '../errors.ts'
import { TEMPORARY_FOLDER } from '../working-area.ts'
import { temporaryFile } from './atomic-write.ts'
import { sleep } from './sleep.ts'

/*
 * Locks between processes, for a check and the write that depends on it. A lock is a file with the name of its owner.
 * It is held for a few milliseconds. A process that is killed leaves it behind, so another one takes it over: at once if
 * it can see that the owner has ended, else when the lock has not changed for some seconds. No clock is compared with
 * the times of files.
 */

/** A lock that its owner has not released for this long was left behind, in milliseconds. */
const ABANDONED_AFTER_MS = 5_000
/** In milliseconds. */
const GIVE_UP_AFTER_MS = 30_000
const RETRY_AFTER_MS = 2

/**
 * Runs a function while no other process runs one with the same lock.
 * @param folder folder for temporary files
 * @param name name of the lock, a valid file name
 * @param use gets a function to be called immediately before the write. It throws a {@link WorkingAreaError} if this
 * process was suspended for so long that another one has taken the lock over.
 * @param limit how long to wait for it, in milliseconds; 30 seconds by default
 * @throws {WorkingAreaError} if other processes hold the lock for longer.
 */
export function withLock<Result>(
  folder: string,
  name: string,
  use: (check: () => void) => Result,
  limit = GIVE_UP_AFTER_MS,
): Result {
  const path = join(folder, `${name}.lock`)
  const owner = `${processIdentity()} ${crypto.randomUUID()}`
  acquire(path, owner, folder, limit)
  try {
    return use(() => {
      if (ownerOf(path) !== owner)
        throw new WorkingAreaError(
          `Another process has taken over ${basename(path)} in ${TEMPORARY_FOLDER}; retry`,
        )
    })
  } finally {
    if (ownerOf(path) === owner) rmSync(path, { force: true })
  }
}

function acquire(path: string, owner: string, folder: string, limit: number): void {
  const started = performance.now()
  let seen: { readonly owner: string | undefined; readonly since: number } | undefined
  while (!createLock(path, owner, folder)) {
    const now = performance.now()
    const other = ownerOf(path)
    if (other === undefined && lstatSync(path, { throwIfNoEntry: false })?.isFile() === false)
      throw new UnsafePathError(`${basename(path)} in ${TEMPORARY_FOLDER} is not a file; delete it`)
    if (!seen || seen.owner !== other) seen = { owner: other, since: now }
    if (other !== undefined && (hasEnded(other) || now - seen.since > ABANDONED_AFTER_MS))
      removeLock(path, other, folder)
    else if (now - started > limit)
      throw new WorkingAreaError(`Another process holds ${basename(path)} in ${TEMPORARY_FOLDER}; retry`)
    else sleep(RETRY_AFTER_MS)
  }
}

/** Returns false if the lock exists. link(2) creates it together with its content. */
function createLock(path: string, owner: string, folder: string): boolean {
  const temporary = temporaryFile(folder)
  try {
    writeFileSync(temporary, owner, { flag: 'wx' })
    linkSync(temporary, path)
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  } finally {
    rmSync(temporary, { force: true })
  }
}

/**
 * Removes the lock of another owner. Only one process at a time removes a lock, under a second lock: if a third process
 * created its own meanwhile, the owner differs, and that lock stays.
 */
function removeLock(path: string, owner: string, folder: string): void {
  withLock(folder, basename(path), () => {
    if (ownerOf(path) === owner) rmSync(path, { force: true })
  })
}

/** Undefined if there is no lock. */
const ownerOf = (path: string): string | undefined =>
  attempt(() => (lstatSync(path).isFile() ? String(readFile(path).bytes) : undefined))

/** Identifies this process on Linux: the host, the namespace of process ids, and the process id. */
const processIdentity = (): string =>
  attempt(() => `${hostname()} ${readlinkSync('/proc/self/ns/pid')} ${readlinkSync('/proc/self')}`) ??
  'unknown'

/** Whether the owner is a process of the same host and namespace that no longer exists. */
function hasEnded(owner: string): boolean {
  const [host, namespace, id] = owner.split(' ')
  const [myHost, myNamespace] = processIdentity().split(' ')
  return id !== undefined && host === myHost && namespace === myNamespace && !existsSync(join('/proc', id))
}
