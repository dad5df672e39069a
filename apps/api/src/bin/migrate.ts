import { readFileSync } from 'node:fs'

import { readConfig } from '../config/config.ts'
import type { Environment } from '../config/env.ts'
import { readSecretFiles } from '../config/secret-files.ts'
import { StartupError } from '../config/startup-error.ts'
import { migrateAtStartup } from '../db/migrations/migrate-at-startup.ts'
import { formatStartupError } from '../observability/redact.ts'

let environment: Environment = process.env
try {
  environment = readSecretFiles(process.env, (path) => readFileSync(path, 'utf8'))
  const { databaseUrl } = readConfig(environment)
  if (databaseUrl === undefined)
    throw new StartupError('DATABASE_URL is required: set it to the URL of the database to migrate')
  const applied = await migrateAtStartup(
    databaseUrl,
    () => {
      process.stderr.write('The database does not answer yet; connecting again\n')
    },
    (newer) => {
      process.stderr.write(`The database has migrations of a later version: ${newer.join(', ')}\n`)
    },
  )
  process.stdout.write(applied.length > 0 ? `${applied.join('\n')}\n` : 'No migrations to apply\n')
} catch (error) {
  process.stderr.write(`${formatStartupError(error, environment['DATABASE_URL'])}\n`)
  process.exitCode = 1
}
