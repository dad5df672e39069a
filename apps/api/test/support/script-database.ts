import { startEmbeddedPostgres } from '../../src/embedded-postgres/start.ts'

import { makeDirectory } from './process.ts'

/** A database server for a script: the one that TEST_DATABASE_URL names, else one of its own. */
export async function ownServer(): Promise<{ stop: () => Promise<void> }> {
  if (process.env['TEST_DATABASE_URL']) return { stop: () => Promise.resolve() }
  const directory = await makeDirectory()
  const server = await startEmbeddedPostgres({
    directory: directory.path,
    platform: process.platform,
    architecture: process.arch,
    uid: process.getuid?.(),
    onServerExit: (error) => {
      process.stderr.write(`The database is gone: ${String(error)}\n`)
    },
  })
  process.env['TEST_DATABASE_URL'] = server.connectionString
  return {
    stop: async () => {
      await server.stop()
      await directory.remove()
    },
  }
}
