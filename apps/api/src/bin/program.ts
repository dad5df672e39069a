import { type Config, readConfig } from '../config/config.ts'
import type { Environment } from '../config/env.ts'
import { readSecretFiles } from '../config/secret-files.ts'
import { StartupError } from '../config/startup-error.ts'
import { formatStartupError } from '../observability/redact.ts'

/** Calls `program` with the settings. If it fails, the error is written to standard error, and the process ends with 1. */
export async function runProgram(program: (config: Config) => Promise<void>): Promise<void> {
  let environment: Environment = process.env
  try {
    environment = readSecretFiles(process.env)
    await program(readConfig(environment))
  } catch (error) {
    process.stderr.write(`${formatStartupError(error, environment['DATABASE_URL'])}\n`)
    process.exitCode = 1
  }
}

/** @param purpose completes "DATABASE_URL is required: set it to the URL of the database to …" */
export const runDatabaseProgram = (
  purpose: string,
  program: (databaseUrl: string) => Promise<void>,
): Promise<void> =>
  runProgram(async ({ databaseUrl }) => {
    if (databaseUrl === undefined)
      throw new StartupError(`DATABASE_URL is required: set it to the URL of the database to ${purpose}`)
    await program(databaseUrl)
  })
