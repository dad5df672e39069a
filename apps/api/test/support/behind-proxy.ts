import { createClient, type TestClient } from './client.ts'
import { createDatabase, type TestDatabase } from './database.ts'
import { makeProject } from './make.ts'
import { outcomeOf } from './outage.ts'
import { end, makeDirectory, type ServerProcess, startServer } from './process.ts'
import { type Proxy, startProxy } from './proxy.ts'

/** A server that reaches its database through a proxy, and a project there. */
export interface BehindProxy {
  database: TestDatabase
  proxy: Proxy
  server: ServerProcess
  client: TestClient
  /** The path of the project. */
  path: string
  read: () => Promise<unknown>
  write: () => Promise<unknown>
}

/** One for all tests of a file. What the driver is told by `parameters` of the address comes before the settings. */
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
    const read = async () => outcomeOf(await client.send('GET', path))
    const write = async () => outcomeOf(await client.send('PUT', path, { body: { name: 'New' } }))
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
