import { readFile } from 'node:fs/promises'

import { readPostmasterPid } from '@workbench/embedded-postgres/postmaster-pid'

import type { Postgres } from '../../support/database/postgres.ts'
import { childrenOf } from '../cluster/processes.ts'

/** The processes that every server has, whether it gets statements or not. */
const BACKGROUND = /checkpointer|background writer|walwriter|autovacuum|logical replication|Citus/

/** The processor time that each open session of a server has used, in microseconds, by its process. Needs Linux. */
export async function sessionTimes({ cluster }: Postgres): Promise<ReadonlyMap<number, number>> {
  const server = await readPostmasterPid(cluster.data)
  const read = (pid: number, file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
  const sessions = await childrenOf(server === undefined ? [] : [server.pid])
  const times = sessions.map(async (pid): Promise<[number, number][]> => {
    if (BACKGROUND.test(await read(pid, 'cmdline'))) return []
    return [[pid, Number((await read(pid, 'schedstat')).split(' ')[0]) / 1000]]
  })
  return new Map((await Promise.all(times)).flat())
}

/** The time that the sessions have used since `before`. One that has ended was idle, so that the pool closed it. */
export function timeSince(before: ReadonlyMap<number, number>, after: ReadonlyMap<number, number>): number {
  return [...after].reduce((sum, [pid, time]) => sum + time - (before.get(pid) ?? 0), 0)
}
