import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chown, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'

import { StartupError } from '../config/startup-error.ts'

import type { ServerUser } from './server-user.ts'
import type { Binaries } from './binaries.ts'
import { createStagingDirectory } from './staging-directory.ts'

const execute = promisify(execFile)

const PASSWORD_FILE = 'client-password'
const START_TIMEOUT_SECONDS = 60
export const SUPERUSER = 'postgres'

/** A directory with a database in it, and the programs that serve it. */
export interface Cluster {
  /** Where PostgreSQL keeps its files. */
  data: string
  password: string
  user: ServerUser
  binaries: Binaries
}

/** Opens the cluster in a directory, and makes it first if there is none. A cluster is there whole, or not at all. */
export async function openCluster(directory: string, user: ServerUser, binaries: Binaries): Promise<Cluster> {
  const data = join(directory, 'postgres')
  if (!(await exists(join(data, PASSWORD_FILE)))) await createCluster(directory, data, user, binaries)
  const password = await readFile(join(data, PASSWORD_FILE), 'utf8')
  return { data, password, user, binaries }
}

async function createCluster(
  directory: string,
  data: string,
  user: ServerUser,
  binaries: Binaries,
): Promise<void> {
  const workplace = await createStagingDirectory(directory)
  try {
    if (await exists(join(data, PASSWORD_FILE))) return
    await rename(await makeCluster(workplace.path, user, binaries), data)
  } catch (error) {
    // Another process may have made one meanwhile; then that one is used.
    if (!(await exists(join(data, PASSWORD_FILE)))) throw error
  } finally {
    await workplace.remove()
  }
}

/** Makes a cluster, with its password in it, and returns where. */
async function makeCluster(workplace: string, user: ServerUser, binaries: Binaries): Promise<string> {
  const passwordFile = join(workplace, PASSWORD_FILE)
  await writeFile(passwordFile, randomBytes(24).toString('base64url'), { mode: 0o600 })
  await giveTo(user, workplace, passwordFile)
  const data = join(workplace, 'postgres')
  await runAs(user, binaries.initdb, [
    `--pgdata=${data}`,
    `--username=${SUPERUSER}`,
    `--pwfile=${passwordFile}`,
    '--auth=scram-sha-256',
    '--encoding=UTF8',
    '--locale=C',
  ])
  await rename(passwordFile, join(data, PASSWORD_FILE))
  return data
}

/** Starts the server, on this machine's loopback only, and waits until it answers. */
export async function startCluster({ data, user, binaries }: Cluster, port: number): Promise<void> {
  const settings = [`-p ${port}`, '-c listen_addresses=127.0.0.1', "-c unix_socket_directories=''"]
  const log = join(data, 'server.log')
  const args = ['start', `--pgdata=${data}`, `--log=${log}`, '--wait', `--timeout=${START_TIMEOUT_SECONDS}`]
  try {
    await runAs(user, binaries.pg_ctl, [...args, `--options=${settings.join(' ')}`])
  } catch (cause) {
    throw new StartupError(`Cannot start the database in ${data}; its log says why: ${log}`, { cause })
  }
}

/** Ends every connection, writes everything out, and stops the server. */
export async function stopCluster({ data, user, binaries }: Cluster): Promise<void> {
  await runAs(user, binaries.pg_ctl, ['stop', `--pgdata=${data}`, '--mode=fast', '--wait'])
}

async function giveTo({ ids }: ServerUser, ...paths: string[]): Promise<void> {
  if (ids === undefined) return
  for (const path of paths) await chown(path, ids.uid, ids.gid)
}

async function runAs(user: ServerUser, command: string, args: string[]): Promise<void> {
  const { file, args: wrapped, ...ids } = user.commandAs(command, args)
  try {
    await execute(file, wrapped, { ...ids, cwd: '/' })
  } catch (cause) {
    const output = cause instanceof Error && 'stderr' in cause ? String(cause.stderr).trim() : ''
    throw new StartupError(`${command} failed: ${output.replaceAll(/\s*\n\s*/g, ' ')}`, { cause })
  }
}

async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    () => false,
  )
}
