import { existsSync } from 'node:fs'
import { readFile, realpath, rm } from 'node:fs/promises'
import { basename, isAbsolute, join } from 'node:path'

/**
 * The running server, as given by its lock file `postmaster.pid`: line 1 is the process id, line 4 the port, line 8 the
 * status.
 */
interface Postmaster {
  pid: number
  port: number
  /** Whether it accepts connections. */
  isReady: boolean
}

/**
 * Returns the server that runs on a data directory; undefined if there is none. Removes a stale lock file whose process
 * id belongs to another program or another server, because PostgreSQL would not start. PostgreSQL itself replaces a lock
 * file whose process does not exist.
 */
export async function readPostmasterPid(data: string): Promise<Postmaster | undefined> {
  const file = join(data, 'postmaster.pid')
  const text = await readFile(file, 'utf8').catch(() => '')
  const lines = text.split('\n')
  const isReady = ['ready', 'standby'].includes(lines[7]?.trim() ?? '')
  const postmaster = { pid: Number(lines[0]), port: Number(lines[3]), isReady }
  if (!(postmaster.pid > 0 && postmaster.port > 0)) return undefined
  const command = await commandLine(postmaster.pid)
  if (command === undefined) return undefined
  if (await mayServe(command, data)) return postmaster
  // A server that has started in between may have replaced the lock file.
  if ((await readFile(file, 'utf8').catch(() => '')) !== text) return readPostmasterPid(data)
  await rm(file, { force: true })
  return undefined
}

/**
 * Whether a process can be the server of a data directory. The child processes of a server have a title instead of
 * arguments. A server without an absolute data directory among its arguments may serve any.
 */
async function mayServe([program = '', ...args]: readonly string[], data: string): Promise<boolean> {
  if (!/^(?:postgres|postmaster)(?:\.exe)?$/.test(basename(program))) return false
  const served = args[args.indexOf('-D') + 1]
  if (!args.includes('-D') || served === undefined || !isAbsolute(served)) return true
  return served === data || (await resolved(served)) === (await resolved(data))
}

const resolved = (path: string): Promise<string> => realpath(path).catch(() => path)

/**
 * The arguments of a process: none for a zombie, undefined if the process does not exist. After a restart of the machine
 * or the container, the process id may belong to another program. Without /proc, the process is assumed to be PostgreSQL.
 */
async function commandLine(pid: number): Promise<string[] | undefined> {
  const known = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => undefined)
  if (known !== undefined) return known.split('\0')
  return existsSync('/proc/self/cmdline') ? undefined : ['postgres']
}
