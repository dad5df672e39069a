import { randomBytes } from 'node:crypto'
import { constants, existsSync } from 'node:fs'
import { lchown, mkdtemp, readdir, rename, rm, rmdir, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'

import type { Binaries } from './binaries.ts'
import { openOwnFile } from './file-owner.ts'
import { runAs, type ServerUser } from './server-user.ts'
import { PostgresUnusable } from './unusable.ts'

/** Of the directories in which clusters are initialized before they are renamed into place. */
const STAGING_PREFIX = 'new-'
const PASSWORD_FILE = 'client-password'
export const SUPERUSER = 'postgres'

/** A database cluster: a data directory, and the programs that serve it. */
export interface Cluster {
  /** The data directory (PGDATA). */
  data: string
  password: string
  user: ServerUser
  binaries: Binaries
}

/**
 * Identifies the files of a data directory. The text differs after they are restored from a backup, because PostgreSQL
 * writes `PG_VERSION` only once: a copy has another inode and another time of its last status change.
 */
export async function identifyFiles(data: string): Promise<string> {
  const { ino, ctimeMs } = await stat(join(data, 'PG_VERSION'))
  return `.${ino}.${Math.floor(ctimeMs)}`
}

/** Opens the cluster in a directory. Initializes it first if there is none; the cluster then appears atomically. */
export async function openCluster(directory: string, user: ServerUser, binaries: Binaries): Promise<Cluster> {
  const data = join(directory, 'postgres')
  if (!isCluster(data)) await createCluster(directory, data, user, binaries)
  const file = await openOwnFile(join(data, PASSWORD_FILE), constants.O_RDONLY, user.uid)
  const password = await file.readFile('utf8')
  await file.close()
  return { data, password, user, binaries }
}

async function createCluster(
  directory: string,
  data: string,
  user: ServerUser,
  binaries: Binaries,
): Promise<void> {
  const staging = await mkdtemp(join(directory, STAGING_PREFIX)).catch(
    throwUnwritable('a database in', directory),
  )
  try {
    await rename(await initialize(staging, user, binaries), data)
  } catch (error) {
    // Several processes may initialize a cluster at the same time. The first rename wins; the others use that cluster.
    if (!isCluster(data)) throw error
  } finally {
    await removeStaging(staging, user)
  }
}

/** Deletes the staging directories of processes that were killed while they initialized a cluster. */
export async function removeStagingDirectories(directory: string, user: ServerUser): Promise<void> {
  for (const name of await readdir(directory)) {
    if (name.startsWith(STAGING_PREFIX)) await removeStaging(join(directory, name), user)
  }
}

/**
 * If another process still writes to the directory, the rest is deleted at the next start. Root deletes only the empty
 * directory: in one of another user, a link can replace a directory between two system calls.
 */
async function removeStaging(path: string, user: ServerUser): Promise<void> {
  const ignore = (): undefined => undefined
  if (user.ids === undefined) return rm(path, { recursive: true, force: true, maxRetries: 3 }).catch(ignore)
  await runAs(user, 'rm', ['-rf', path]).catch(ignore)
  await rmdir(path).catch(ignore)
}

/** Returns a function that throws PostgresUnusable for an error while something is created in a directory. */
export const throwUnwritable =
  (what: string, directory: string) =>
  (cause: unknown): never => {
    throw new PostgresUnusable(
      `Cannot create ${what} ${directory}: ${String(cause)}; start the server in a writable directory`,
      { cause },
    )
  }

/** Runs initdb in the staging directory and returns the path of the data directory. */
async function initialize(staging: string, user: ServerUser, binaries: Binaries): Promise<string> {
  const passwordFile = join(staging, PASSWORD_FILE)
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  if (user.ids !== undefined) {
    // The directory last: its owner can replace the file.
    for (const path of [passwordFile, staging]) await lchown(path, user.ids.uid, user.ids.gid)
  }
  const data = join(staging, 'postgres')
  await runAs(user, binaries.initdb, [
    `--pgdata=${data}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
  ])
  const installed = join(data, PASSWORD_FILE)
  await (user.ids === undefined
    ? rename(passwordFile, installed)
    : runAs(user, 'mv', [passwordFile, installed]))
  return data
}

/** Stops the server in fast mode: it closes all connections and writes a checkpoint. */
export async function stopCluster({ data, user, binaries }: Cluster): Promise<void> {
  await runAs(user, binaries.pg_ctl, ['stop', `--pgdata=${data}`, '--mode=fast', '--wait'])
}

/** The password file is the last one to be created. */
const isCluster = (data: string): boolean => existsSync(join(data, PASSWORD_FILE))
