import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import pg from 'pg'
import { build } from 'rolldown'
import config from '../../../rolldown.config.js'

import { testServer } from './test-server.js'

const MIGRATED = 'test_migrated'

/**
 * Builds the server, for the tests that run it as a process, and starts a PostgreSQL server unless TEST_DATABASE_URL is
 * set. Each test file creates its own database, on that server as a copy of one that is migrated.
 */
export default async function setUp() {
  const cwd = fileURLToPath(new URL('../../../', import.meta.url))
  await build({ ...config, cwd, output: { format: 'esm', dir: join(cwd, 'dist'), cleanDir: true } })
  if (process.env['TEST_DATABASE_URL']) return

  // tsx reads it when it is imported; its cache would stay in the temporary directory.
  process.env['TSX_DISABLE_CACHE'] = '1'
  const { tsImport } = await import('tsx/esm/api')
  /** @type {(path: string) => Promise<unknown>} */
  const load = (path) => tsImport(path, import.meta.url)
  const { startEmbeddedPostgres } = /** @type {typeof import('@workbench/embedded-postgres/start')} */ (
    await load('@workbench/embedded-postgres/start')
  )
  const { migrateAtStartup } =
    /** @type {typeof import('../../../src/db/migrations/migrate-at-startup.ts')} */ (
      await load('../../../src/db/migrations/migrate-at-startup.ts')
    )
  const directory = await mkdtemp(join(tmpdir(), 'workbench-api-test-'))
  await chmod(directory, 0o755)
  const server = await startEmbeddedPostgres(directory, process.getuid?.(), (error) => {
    console.error('The database server of the tests has exited', error)
  })
  const client = new pg.Client({ connectionString: server.connectionString })
  await client.connect()
  // Nothing of it survives the run.
  await client.query('alter system set fsync = off')
  await client.query('select pg_reload_conf()')
  await client.query(`create database ${MIGRATED}`)
  await client.end()
  const migrated = new URL(server.connectionString)
  migrated.pathname = `/${MIGRATED}`
  await migrateAtStartup(
    () => ({ connectionString: migrated.href }),
    () => undefined,
    () => undefined,
  )
  process.env['TEST_DATABASE_URL'] = server.connectionString
  process.env['TEST_DATABASE_TEMPLATE'] = MIGRATED
  testServer.stop = async () => {
    await server.stop()
    await rm(directory, { recursive: true, force: true })
  }
}
