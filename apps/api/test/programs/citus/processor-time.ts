import { readdir, readFile } from 'node:fs/promises'

import { readPostmasterPid } from '@workbench/embedded-postgres/postmaster-pid'

import type { Postgres } from '../../support/database/postgres.ts'

/** The processes that every server has, whether it gets statements or not. */
const BACKGROUND = /checkpointer|background writer|walwriter|autovacuum|logical replication|Citus/

/** The processor time that each open session of a server has used, in microseconds, by its process. Needs Linux. */
export async function sessionTimes({ cluster }: Postgres): Promise<ReadonlyMap<string, number>> {
  const server = await readPostmasterPid(cluster.data)
  const read = (pid: string, file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
  const times = (await readdir('/proc'))
    .filter((name) => /^\d+$/.test(name))
    .map(async (pid): Promise<[string, number][]> => {
      const stat = await read(pid, 'stat')
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      if (parent !== server?.pid || BACKGROUND.test(await read(pid, 'cmdline'))) return []
      return [[pid, Number((await read(pid, 'schedstat')).split(' ')[0]) / 1000]]
    })
  return new Map((await Promise.all(times)).flat())
}

/** The time that the sessions have used since `before`. One that has ended was idle, so that the pool closed it. */
export function timeSince(before: ReadonlyMap<string, number>, after: ReadonlyMap<string, number>): number {
  return [...after].reduce((sum, [pid, time]) => sum + time - (before.get(pid) ?? 0), 0)
}
