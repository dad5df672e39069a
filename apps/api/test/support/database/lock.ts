import pg from 'pg'

import { until } from '../until.ts'
import { queryOn } from './query-on.ts'

const WAITING = `
  select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`

/** A transaction on a connection of its own, which holds locks until it is released. */
export interface Lock {
  query: (text: string, values?: unknown[]) => Promise<pg.QueryResult>
  /** The process ids of the other connections to the database that wait for a lock. */
  waiting: () => Promise<number[]>
  untilWaiting: (count?: number) => Promise<void>
  release: () => Promise<void>
}

export async function holdLock(url: string, statement: string, values: unknown[] = []): Promise<Lock> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  await client.query('begin')
  await client.query(statement, values)
  const waiting = async () => (await queryOn<{ pid: number }>(url, WAITING)).map(({ pid }) => pid)
  return {
    query: (text, more = []) => client.query(text, more),
    waiting,
    untilWaiting: (count = 1) => until(async () => (await waiting()).length === count),
    release: async () => {
      await client.query('commit')
      await client.end()
    },
  }
}

/** Locks a project, so that every write in it waits. */
export const lockProject = (url: string, id: string): Promise<Lock> =>
  holdLock(url, 'select from projects where id = $1 for update', [id])
