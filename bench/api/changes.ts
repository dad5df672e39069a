import { readFile } from 'node:fs/promises'

import { interleave } from '../harness/interleave.ts'
import { ratio, summarize } from '../harness/statistics.ts'

import type { Effort } from './compare.ts'
import { OURS } from './contestants.ts'
import { load } from './load.ts'
import { requestsOf } from './requests.ts'
import { type Server, startServer } from './server.ts'
import { addProjects, selectIds, withClient } from './test-data.ts'

const CONNECTIONS = 16
const MICROSECONDS_PER_TICK = 10_000

/**
 * Compares writes with the change feed (`CHANGES_TTL`) and without. Returns a line for each operation: the processor time
 * of the server and of PostgreSQL together for one write, in microseconds, and the ratio. Needs Linux.
 */
export async function changes(databaseUrl: string, { rounds, seconds }: Effort): Promise<string[]> {
  const off = await startServer(OURS, databaseUrl)
  const on = await startServer(OURS, databaseUrl, { CHANGES_TTL: '86400' })
  try {
    await addProjects(databaseUrl, 100, 100)
    const ids = await selectIds(databaseUrl)
    const lines: string[] = []
    for (const operation of ['create', 'status'] as const) {
      const measured = (name: string, server: Server) => ({
        name,
        measure: async () => {
          const before = await databaseTime(databaseUrl)
          const start = performance.now()
          const next = requestsOf(operation, ids)
          const { processor, throughput } = await load([server], { connections: CONNECTIONS, seconds, next })
          const requests = (throughput * (performance.now() - start)) / 1000
          return processor + ((await databaseTime(databaseUrl)) - before) / requests
        },
      })
      const samples = await interleave([measured('off', off), measured('on', on)], { rounds })
      const [without, recorded] = [samples.get('off') ?? [], samples.get('on') ?? []]
      const { median, low, high } = ratio(recorded, without)
      const times = [without, recorded].map((each) => summarize(each).median.toFixed(0)).join(' and ')
      lines.push(
        `${operation}: ${times} µs; ratio ${median.toFixed(3)} (${low.toFixed(3)}–${high.toFixed(3)})`,
      )
    }
    return lines
  } finally {
    await on.stop()
    await off.stop()
  }
}

/** Processor time of all processes of the database server, in microseconds. */
async function databaseTime(url: string): Promise<number> {
  const pids = await withClient(url, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pid from pg_stat_activity')
    return rows.map(({ pid }) => pid)
  })
  const times = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
      const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
      return Number(fields[11] ?? 0) + Number(fields[12] ?? 0)
    }),
  )
  return times.reduce((sum, time) => sum + time, 0) * MICROSECONDS_PER_TICK
}
