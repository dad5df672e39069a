import { readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'

/** The running server, as given by its lock file `postmaster.pid`: line 1 is the process id, line 4 the port. */
interface Postmaster {
  pid: number
  port: number
}

/**
 * Returns the server that runs on a data directory; undefined if there is none. Removes a stale lock file whose process
 * id belongs to another program, because PostgreSQL would not start. PostgreSQL itself replaces a lock file whose process
 * does not exist.
 */
export async function readPostmasterPid(data: string): Promise<Postmaster | undefined> {
  const file = join(data, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => '')
  const lines = text.split('\n')
  const postmaster = { pid: Number(lines[0]), port: Number(lines[3]) }
  if (!(postmaster.pid > 0 && postmaster.port > 0)) return undefined
  const command = await commandLine(postmaster.pid)
  if (command === undefined) return undefined
  if (command.includes('postgres')) return postmaster
  // A server that has started in between may have replaced the lock file.
  if ((await readFile(file, 'utf8').catch(() => '')) !== text) return readPostmasterPid(data)
  await rm(file, { force: true })
  return undefined
}

/**
 * The command line of a process: empty for a zombie, undefined if the process does not exist. After a restart of the
 * machine or the container, the process id may belong to another program. Without /proc, the process is assumed to be
 * PostgreSQL.
 */
async function commandLine(pid: number): Promise<string | undefined> {
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
