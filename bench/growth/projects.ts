import type autocannon from 'autocannon'

import { OURS } from '../api/contestants.ts'
import { load } from '../api/load.ts'
import { startPostgres } from '../api/postgres.ts'
import { startServer } from '../api/server.ts'
import { withClient } from '../api/test-data.ts'

/** Median latencies of the first page of all projects, and of the active ones, in milliseconds. */
interface ProjectPages {
  readonly all: readonly number[]
  readonly active: readonly number[]
}

/** Measures the first page of the projects with few and with many of them. */
export async function projectPages(
  counts: readonly number[],
  rounds: number,
  databaseUrl: string | undefined,
): Promise<ReadonlyMap<number, ProjectPages>> {
  const postgres = await startPostgres(databaseUrl)
  const server = await startServer(OURS, postgres.url)
  try {
    const pages = new Map<number, ProjectPages>()
    for (const count of counts) {
      await fillProjects(postgres.url, count)
      const median = async (query: string): Promise<number> => {
        const next = (): autocannon.Request => ({ method: 'GET', path: `/api/v1/projects?size=20${query}` })
        return (await load([server], { connections: 1, seconds: 1, next })).median
      }
      const [all, active]: [number[], number[]] = [[], []]
      for (let round = 0; round < rounds; round++) {
        all.push(await median(''))
        active.push(await median('&status=ACTIVE'))
      }
      pages.set(count, { all, active })
    }
    return pages
  } finally {
    await server.stop()
    await postgres.stop()
  }
}

/** Adds projects until there are `count`; a tenth of them is archived. */
const fillProjects = (url: string, count: number): Promise<void> =>
  withClient(url, async (client) => {
    await client.query(
      `insert into projects (id, name, description, status, created_at, updated_at)
       select gen_random_uuid(), 'Project ' || n, 'What project ' || n || ' is about',
         case when n % 10 = 0 then 'ARCHIVED' else 'ACTIVE' end, now() - n * interval '1 second', now()
       from generate_series((select count(*) from projects) + 1, $1::int) as n`,
      [count],
    )
    await client.query('vacuum (analyze) projects')
    await client.query('checkpoint')
  })
