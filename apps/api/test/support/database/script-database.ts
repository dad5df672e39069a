import { startEmbeddedPostgres } from '@workbench/embedded-postgres/start'

import type { Scenario } from '../programs/scenario.ts'
import { createDatabase } from './database.ts'

/** Starts a database server for a program unless TEST_DATABASE_URL names one, and sets the variable. */
export async function useDatabaseServer({ directory, defer }: Scenario): Promise<void> {
  if (process.env['TEST_DATABASE_URL']) return
  const server = await startEmbeddedPostgres(directory, process.getuid?.(), (error) => {
    process.stderr.write(`The database server has exited: ${String(error)}\n`)
  })
  process.env['TEST_DATABASE_URL'] = server.connectionString
  defer(() => server.stop())
}

/** Creates an empty database for a program on the server of TEST_DATABASE_URL. Returns its URL. */
export async function useDatabase({ defer }: Scenario): Promise<string> {
  const { url, drop } = await createDatabase()
  defer(drop)
  return url
}
