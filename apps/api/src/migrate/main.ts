import { readConfig } from '../config.ts'
import { prepareDatabase } from '../db/prepare.ts'
import { createRedact, passwordOf } from '../log/redact.ts'
import { StartFailure } from '../start-failure.ts'

try {
  const { databaseUrl } = readConfig(process.env)
  if (databaseUrl === undefined)
    throw new StartFailure('DATABASE_URL is required: it names the database to migrate')
  const applied = await prepareDatabase(databaseUrl, () => {
    process.stderr.write('The database does not answer yet\n')
  })
  process.stdout.write(applied.length > 0 ? `${applied.join('\n')}\n` : 'Nothing to do\n')
} catch (error) {
  const text = error instanceof StartFailure ? error.message : error instanceof Error ? error.stack : error
  const redact = createRedact(passwordOf(process.env['DATABASE_URL']))
  process.stderr.write(`${redact(String(text))}\n`)
  process.exitCode = 1
}
