import { readdir, readFile } from 'node:fs/promises'

import { readPostmasterPid } from '@workbench/embedded-postgres/postmaster-pid'

import type { Postgres } from '../../support/database/postgres.ts'

/** The processes that every server has, whether it gets statements or not. */
const BACKGROUND = /checkpointer|background writer|walwriter|autovacuum|logical replication|Citus/

/** The processor time that the sessions of a server have used, in microseconds. Needs Linux. */
export async function sessionTime({ cluster }: Postgres): Promise<number> {
  const server = await readPostmasterPid(cluster.data)
  const read = (pid: string, file: string) => readFile(`/proc/${pid}/${file}`, 'utf8').catch(() => '')
  const times = (await readdir('/proc'))
    .filter((name) => /^\d+$/.test(name))
    .map(async (pid) => {
      const stat = await read(pid, 'stat')
      const parent = Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])
      if (parent !== server?.pid || BACKGROUND.test(await read(pid, 'cmdline'))) return 0
      return Number((await read(pid, 'schedstat')).split(' ')[0]) / 1000
    })
  return (await Promise.all(times)).reduce((sum, time) => sum + time, 0)
}
