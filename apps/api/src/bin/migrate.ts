import { readFileSync } from 'node:fs'

import { type Environment, readConfig } from '../config/config.ts'
import { migrateAtStartup } from '../db/migrations/migrate-at-startup.ts'
import { createRedact, passwordsInUrl } from '../observability/redact.ts'
import { readSecretFiles } from '../config/secret-files.ts'
import { StartupError } from '../config/startup-error.ts'

let environment: Environment = process.env
try {
  environment = readSecretFiles(process.env, (path) => readFileSync(path, 'utf8'))
  const { databaseUrl } = readConfig(environment)
  if (databaseUrl === undefined)
    throw new StartupError('DATABASE_URL is required: it names the database to migrate')
  const applied = await migrateAtStartup(databaseUrl, () => {
    process.stderr.write('The database does not answer yet\n')
  })
  process.stdout.write(applied.length > 0 ? `${applied.join('\n')}\n` : 'Nothing to do\n')
} catch (error) {
  const text = error instanceof StartupError ? error.message : error instanceof Error ? error.stack : error
  const redact = createRedact(passwordsInUrl(environment['DATABASE_URL']))
  process.stderr.write(`${redact(String(text))}\n`)
  process.exitCode = 1
}
