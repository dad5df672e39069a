import { readdir, readFile } from 'node:fs/promises'

import { withClient } from './test-data.ts'

const MICROSECONDS_PER_TICK = 10_000

/** Processor time that all processes of a database server have used, in microseconds. */
export type DatabaseTime = () => Promise<number>

/** The processor time of the server of a database. Needs Linux, the server on this machine, and its superuser. */
export async function timeOfServer(url: string): Promise<DatabaseTime> {
  const [pid = 0] = await pidsFrom(url, `select ${PID} as pid`)
  return () => timeOf([pid])
}

/** The processor time of the workers of a Citus cluster together. */
export async function timeOfWorkers(url: string): Promise<DatabaseTime> {
  const pids = await pidsFrom(
    url,
    `select result as pid from run_command_on_workers($$select ${PID}$$) where success`,
  )
  return () => timeOf(pids)
}

const PID = `split_part(pg_read_file('postmaster.pid'), E'\\n', 1)`

function pidsFrom(url: string, query: string): Promise<number[]> {
  return withClient(url, async (client) => {
    const { rows } = await client.query<{ pid: string }>(query)
    return rows.map(({ pid }) => Number(pid))
  })
}

/** Of the processes, their children, and the children that have ended. */
async function timeOf(parents: readonly number[]): Promise<number> {
  const entries = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const times = entries.map(async (pid) => {
    const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
    const fields = stat
      .slice(stat.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    const [parent = 0, user = 0, system = 0, ended = 0, endedSystem = 0] = [1, 11, 12, 13, 14].map(
      (i) => fields[i],
    )
    if (parents.includes(Number(pid))) return user + system + ended + endedSystem
    return parents.includes(parent) ? user + system : 0
  })
  return (await Promise.all(times)).reduce((sum, time) => sum + time, 0) * MICROSECONDS_PER_TICK
}
