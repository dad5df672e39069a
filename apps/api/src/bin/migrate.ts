import { migrateAtStartup } from '../db/migrations/migrate-at-startup.ts'

import { runDatabaseProgram } from './program.ts'

await runDatabaseProgram('migrate', async (connection) => {
  const applied = await migrateAtStartup(
    connection,
    () => {
      process.stderr.write('The database does not answer yet; connecting again\n')
    },
    (newer) => {
      process.stderr.write(`The database has migrations of a later version: ${newer.join(', ')}\n`)
    },
  )
  process.stdout.write(applied.length > 0 ? `${applied.join('\n')}\n` : 'No migrations to apply\n')
})
