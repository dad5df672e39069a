import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { runProgram } from './bin/program.ts'
import type { RunningServer } from './start.ts'

await runProgram(async (config) => {
  if (config.database === undefined) removePostgresVariables(process.env)
  // Imported here, so that a module which cannot be read fails as every other start.
  const [{ pino }, { start }] = await Promise.all([import('pino'), import('./start.ts')])
  const packageFile = new URL('../package.json', import.meta.url)
  const starting = start(config, {
    log: pino.destination({ dest: 1, sync: false }),
    print: (line) => process.stdout.write(`${line}\n`),
    openApiFile: new URL('../openapi.yaml', import.meta.url),
    version: (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version,
    dataDirectory: join(process.cwd(), '.data'),
    uid: process.getuid?.(),
  })
  // The embedded database must be stopped even if a signal arrives during the start. Without it, the default action of
  // the signal, which ends the process, is enough until the server listens.
  if (config.database === undefined) stopOnSignal(starting)
  const running = await starting
  if (config.database !== undefined) stopOnSignal(starting)
  process.on('uncaughtException', running.logError)
  process.on('unhandledRejection', running.logError)
})

/**
 * Removes the variables of libpq and of the PostgreSQL programs, such as PGSSLMODE, PGOPTIONS and PGDATA. The driver and
 * these programs would read them, but they are meant for another database than the embedded one.
 */
function removePostgresVariables(variables: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(variables))
    if (name.startsWith('PG')) Reflect.deleteProperty(variables, name)
}

function stopOnSignal(starting: Promise<RunningServer>): void {
  let stopping: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    const running = await starting
    await running.stop().catch(running.logError)
    process.exit()
  }
  // The terminal and a parent process may both send a signal; a terminal that is closed sends SIGHUP. If the start failed, its error is already printed.
  const onSignal = (): void => {
    stopping ??= stop().catch(() => undefined)
  }
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, onSignal)
}
