import { type Config, readConfig } from '../config/config.ts'
import type { Connection } from '../config/database.ts'
import { StartupError } from '../start/startup-error.ts'
import { formatStartupError } from '../observability/redact.ts'

/** Calls `program` with the settings. If it fails, the error is written to standard error, and the process ends with 1. */
export async function runProgram(program: (config: Config) => Promise<void>): Promise<void> {
  try {
    await program(readConfig(process.env))
  } catch (error) {
    process.stderr.write(`${formatStartupError(error, process.env['DATABASE_URL'])}\n`)
    process.exitCode = 1
  }
}

export const printLine = (line: string): void => void process.stdout.write(`${line}\n`)

/** @param purpose completes "DATABASE_URL is required: set it to the URL of the database to …" */
export const runDatabaseProgram = (
  purpose: string,
  program: (connection: () => Connection) => Promise<void>,
): Promise<void> =>
  runProgram(async ({ database }) => {
    if (database === undefined)
      throw new StartupError(`DATABASE_URL is required: set it to the URL of the database to ${purpose}`)
    await program(database.connection)
  })
