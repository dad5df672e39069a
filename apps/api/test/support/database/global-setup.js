import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { build } from 'rolldown'
import config from '../../../rolldown.config.js'

import { testServer } from './test-server.js'

/**
 * Builds the server, for the tests that run it as a process, and starts a PostgreSQL server unless TEST_DATABASE_URL is
 * set. Each test file creates its own database.
 */
export default async function setUp() {
  const cwd = fileURLToPath(new URL('../../../', import.meta.url))
  await build({ ...config, cwd, output: { format: 'esm', dir: join(cwd, 'dist'), cleanDir: true } })
  if (process.env['TEST_DATABASE_URL']) return

  // tsx reads it when it is imported; its cache would stay in the temporary directory.
  process.env['TSX_DISABLE_CACHE'] = '1'
  const { tsImport } = await import('tsx/esm/api')
  /** @type {unknown} */
  const module = await tsImport('../../../src/embedded-postgres/start.ts', import.meta.url)
  const { startEmbeddedPostgres } = /** @type {typeof import('../../../src/embedded-postgres/start.ts')} */ (
    module
  )
  const directory = await mkdtemp(join(tmpdir(), 'workbench-api-test-'))
  await chmod(directory, 0o755)
  const server = await startEmbeddedPostgres({
    directory,
    platform: process.platform,
    architecture: process.arch,
    uid: process.getuid?.(),
    onServerExit: (error) => {
      console.error('The database server of the tests has exited', error)
    },
  })
  process.env['TEST_DATABASE_URL'] = server.connectionString
  testServer.stop = async () => {
    await server.stop()
    await rm(directory, { recursive: true, force: true })
  }
}
