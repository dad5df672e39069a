import { makeProject } from '../requests/make.ts'
import { summaryOf } from '../requests/unavailable.ts'
import type { ServerProcess } from './process.ts'
import { type Proxy, startProxy } from './proxy.ts'
import { usePrograms } from './use-programs.ts'

/** A server whose database is behind a failure-injecting proxy, and a project. */
interface BehindProxy {
  databaseUrl: string
  proxy: Proxy
  server: ServerProcess
  /** The path of the project. */
  path: string
  read: () => Promise<unknown>
  write: () => Promise<unknown>
}

/** Starts the server for all tests of a file. `parameters` of the database URL override the driver's options. */
export function useServerBehindProxy(parameters: string, settings: Record<string, string> = {}): BehindProxy {
  const all = {} as BehindProxy
  const programs = usePrograms()
  beforeAll(async () => {
    const { databaseUrl } = programs
    const proxy = await startProxy(databaseUrl)
    const server = await programs.start({ DATABASE_URL: `${proxy.url}?${parameters}`, ...settings })
    const path = `/api/v1/projects/${(await makeProject(server)).id}`
    const read = async () => summaryOf(await server.send('GET', path))
    const write = async () => summaryOf(await server.send('PUT', path, { body: { name: 'New' } }))
    Object.assign(all, { databaseUrl, proxy, server, path, read, write })
  })
  afterAll(() => all.proxy.close())
  return all
}
