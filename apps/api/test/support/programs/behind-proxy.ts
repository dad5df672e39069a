import { createClient, type TestClient } from '../requests/client.ts'
import { createDatabase, type TestDatabase } from '../database/database.ts'
import { makeProject } from '../requests/make.ts'
import { summaryOf } from '../requests/unavailable.ts'
import { end, makeDirectory, type ServerProcess, startServer } from './process.ts'
import { type Proxy, startProxy } from './proxy.ts'

/** A server whose database is behind a failure-injecting proxy, and a project. */
interface BehindProxy {
  database: TestDatabase
  proxy: Proxy
  server: ServerProcess
  client: TestClient
  /** The path of the project. */
  path: string
  read: () => Promise<unknown>
  write: () => Promise<unknown>
}

/** Starts the server for all tests of a file. `parameters` of the database URL override the driver's options. */
export function useServerBehindProxy(parameters: string, settings: Record<string, string> = {}): BehindProxy {
  const all = {} as BehindProxy
  let directory: Awaited<ReturnType<typeof makeDirectory>>
  beforeAll(async () => {
    directory = await makeDirectory()
    const database = await createDatabase()
    const proxy = await startProxy(database.url)
    const server = await startServer(directory.path, {
      DATABASE_URL: `${proxy.url}?${parameters}`,
      ...settings,
    })
    const client = createClient(server.origin)
    const path = `/api/v1/projects/${(await makeProject(client)).id}`
    const read = async () => summaryOf(await client.send('GET', path))
    const write = async () => summaryOf(await client.send('PUT', path, { body: { name: 'New' } }))
    Object.assign(all, { database, proxy, server, client, path, read, write })
  })
  afterAll(async () => {
    await end(all.server)
    await all.proxy.close()
    await all.database.drop()
    await directory.remove()
  })
  return all
}
