import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** A server that runs on the data, as its lock file tells: line 1 is the process, line 4 the port. */
export interface Postmaster {
  pid: number
  port: number
}

/**
 * The server that has the data, if there is one. A lock file that names another program is removed; one that names
 * nobody is PostgreSQL's to judge.
 */
export async function readPostmasterPid(data: string): Promise<Postmaster | undefined> {
  const file = join(data, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => '')
  const lines = text.split('\n')
  const postmaster = { pid: Number(lines[0]), port: Number(lines[3]) }
  if (!(postmaster.pid > 0 && postmaster.port > 0)) return undefined
  const command = await commandOf(postmaster.pid)
  if (command === undefined) return undefined
  if (command.includes('postgres')) return postmaster
  // Another copy's server may have put its own lock file there meanwhile.
  if ((await readFile(file, 'utf8').catch(() => '')) !== text) return readPostmasterPid(data)
  await rm(file, { force: true })
  return undefined
}

/**
 * What the process runs: nothing when it has ended and nobody asked for its status; undefined when there is no such
 * process. After a restart of the machine or the container its number may be another program's, for which PostgreSQL
 * would wait for ever. Where there is no /proc, it is taken for PostgreSQL, which finds out.
 */
async function commandOf(pid: number): Promise<string | undefined> {
  const known = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined)
  if (known !== undefined) return known
  return (await hasProc()) ? undefined : 'postgres'
}

async function hasProc(): Promise<boolean> {
  return readFile('/proc/self/cmdline').then(
    () => true,
    () => false,
  )
}
