import { openMigrationPool } from '../../src/db/driver/connection-pool.ts'
import { MIGRATIONS } from '../../src/db/migrations/index.ts'
import { migrate } from '../../src/db/migrations/migrate.ts'
import { createDatabase } from '../support/database/database.ts'

test('migrate() in several processes at the same time executes each migration once', async () => {
  const database = await createDatabase()
  const pools = Array.from({ length: 4 }, () => openMigrationPool(() => ({ connectionString: database.url })))
  try {
    const executed = await Promise.all(pools.map((pool) => migrate(pool)))
    expect(executed.flat()).toEqual(Object.keys(MIGRATIONS))
  } finally {
    await Promise.all(pools.map((pool) => pool.destroy()))
    await database.drop()
  }
})
