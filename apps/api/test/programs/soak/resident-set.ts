import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'

const execute = promisify(execFile)

/** The resident set size of a process in bytes, from /proc or `ps`. */
export async function residentSetOf(pid: number): Promise<number> {
  const status = await readFile(`/proc/${pid}/status`, 'utf8').catch(() => undefined)
  const kilobytes =
    status === undefined
      ? (await execute('ps', ['-o', 'rss=', '-p', String(pid)])).stdout.trim()
      : /VmRSS:\s+(\d+) kB/.exec(status)?.[1]
  return Number(kilobytes) * 1024
}
