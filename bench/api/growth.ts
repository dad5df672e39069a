import type autocannon from 'autocannon'

import { interleave } from '../harness/interleave.ts'

import type { Effort } from './compare.ts'
import { OURS } from './contestants.ts'
import { addProjects } from './test-data.ts'
import { load, type Sample } from './load.ts'
import { requestsOf } from './requests.ts'
import { type Server, startServer } from './server.ts'

export interface Growth {
  readonly tasks: number
  readonly pages: ReadonlyMap<string, readonly Sample[]>
  readonly creates: ReadonlyMap<string, readonly Sample[]>
}

const SIZE = 20
const CLIENTS = 16

/** Measures this server on a project of `tasks` tasks, in comparison with one of 1,000 tasks. */
export async function growth(
  databaseUrl: string,
  tasks: number,
  { rounds, seconds }: Effort,
): Promise<Growth> {
  const server = await startServer(OURS, databaseUrl)
  try {
    const [small = ''] = await addProjects(databaseUrl, 1, 1000)
    const [large = ''] = await addProjects(databaseUrl, 1, tasks)
    const projects = await addProjects(databaseUrl, CLIENTS, 100)
    const page = (project: string, number: number): (() => autocannon.Request) => {
      const path = `/api/v1/projects/${project}/tasks?page=${number}&size=${SIZE}&sort=createdAt,desc`
      return () => ({ method: 'GET', path })
    }
    const last = Math.ceil(tasks / SIZE) - 1
    const middle = await pageByCursor(server, large, tasks / 2)
    const measured = (name: string, connections: number, next: () => autocannon.Request) => ({
      name,
      measure: () => load([server], { connections, seconds, next }),
    })
    const pages = await interleave(
      [
        measured('first of 1,000', 1, page(small, 0)),
        measured('first', 1, page(large, 0)),
        measured('middle', 1, page(large, Math.floor(last / 2))),
        measured('middle, by cursor', 1, middle),
        measured('last', 1, page(large, last)),
      ],
      { rounds },
    )
    const into = (ids: readonly string[]): (() => autocannon.Request) =>
      requestsOf('create', { projects: ids, tasks: [] })
    const creates = await interleave(
      [
        measured('one project', CLIENTS, into(projects.slice(0, 1))),
        measured('16 projects', CLIENTS, into(projects)),
      ],
      { rounds: rounds * 2 },
    )
    return { tasks, pages, creates }
  } finally {
    await server.stop()
  }
}

/** Follows the links of large pages up to an offset. Returns the request for a page of `SIZE` at it. */
async function pageByCursor(
  { origin }: Server,
  project: string,
  offset: number,
): Promise<() => autocannon.Request> {
  let path = `/api/v1/projects/${project}/tasks?after=start&size=1000&sort=createdAt,desc`
  for (let read = 0; read < offset; read += 1000) {
    const { headers } = await fetch(origin + path)
    path = /<([^>]*)>; rel="next"/.exec(headers.get('link') ?? '')?.[1] ?? ''
  }
  const request: autocannon.Request = { method: 'GET', path: path.replace('size=1000', `size=${SIZE}`) }
  return () => request
}
