import { distribute } from '../db/distribution/distribute.ts'
import { openMigrationPool } from '../db/driver/connection-pool.ts'
import { throwStartFailure } from '../db/migrations/migrate-at-startup.ts'

import { runDatabaseProgram } from './program.ts'

await runDatabaseProgram('distribute', async (connection) => {
  const db = openMigrationPool(connection)
  try {
    await distribute(db, (step) => process.stdout.write(`${step}\n`))
  } catch (error) {
    throwStartFailure(error)
  } finally {
    await db.destroy()
  }
})
