import { distribute } from '../db/distribution/distribute.ts'
import { withMigrationPool } from '../db/migrations/migrate-at-startup.ts'

import { printLine, runDatabaseProgram } from './program.ts'

await runDatabaseProgram('distribute', (connection) =>
  withMigrationPool(connection, (db) => distribute(db, printLine)),
)
