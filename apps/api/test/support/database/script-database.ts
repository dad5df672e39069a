import { startEmbeddedPostgres } from '@workbench/embedded-postgres/start'

import { makeDirectory } from '../programs/process.ts'

/** Uses the database server of TEST_DATABASE_URL for a script, or starts an embedded one and sets the variable. */
export async function useDatabaseServer(): Promise<{ stop: () => Promise<void> }> {
  if (process.env['TEST_DATABASE_URL']) return { stop: () => Promise.resolve() }
  const directory = await makeDirectory()
  const server = await startEmbeddedPostgres(directory.path, process.getuid?.(), (error) => {
    process.stderr.write(`The database server has exited: ${String(error)}\n`)
  })
  process.env['TEST_DATABASE_URL'] = server.connectionString
  return {
    stop: async () => {
      await server.stop()
      await directory.remove()
    },
  }
}
