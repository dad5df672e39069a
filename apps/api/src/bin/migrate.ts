import { distribute } from '../db/distribution/distribute.ts'
import { readCluster } from '../db/distribution/read-cluster.ts'
import { migrateAtStartup, withMigrationPool } from '../db/migrations/migrate-at-startup.ts'
import { summarizeError } from '../observability/serialize-error.ts'

import { printLine, runDatabaseProgram } from './program.ts'

await runDatabaseProgram('migrate', async (connection) => {
  const applied = await migrateAtStartup(
    connection,
    (error) => {
      process.stderr.write(`The database does not answer yet (${summarizeError(error)}); connecting again\n`)
    },
    (newer) => {
      process.stderr.write(`The database has migrations of a later version: ${newer.join(', ')}\n`)
    },
  )
  printLine(applied.length > 0 ? applied.join('\n') : 'No migrations to apply')
  await withMigrationPool(connection, async (db) => {
    // This version may distribute other tables than the one before.
    if ((await readCluster(db)).length > 0) await distribute(db, printLine)
  })
})
