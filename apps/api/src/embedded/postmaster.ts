import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** A server that runs on the data, as its lock file tells: line 1 is the process, line 4 the port. */
export interface Postmaster {
  pid: number
  port: number
}

/** The server that has the data, if there is one. A lock file that a killed server has left is removed. */
export async function findPostmaster(data: string): Promise<Postmaster | undefined> {
  const file = join(data, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => '')
  const lines = text.split('\n')
  const postmaster = { pid: Number(lines[0]), port: Number(lines[3]) }
  if (!(postmaster.pid > 0 && postmaster.port > 0)) return undefined
  if (await isServer(postmaster.pid)) return postmaster
  // Another copy's server may have put its own lock file there meanwhile.
  if ((await readFile(file, 'utf8').catch(() => '')) !== text) return findPostmaster(data)
  await rm(file, { force: true })
  return undefined
}

/**
 * Whether the process is a PostgreSQL server. After a restart of the machine or the container its number may be
 * another program's, for which PostgreSQL would wait for ever. Where there is no /proc, PostgreSQL decides.
 */
async function isServer(pid: number): Promise<boolean> {
  const readable = await readFile('/proc/self/cmdline').then(
    () => true,
    () => false,
  )
  if (!readable) return true
  const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')
  return command.includes('postgres')
}
