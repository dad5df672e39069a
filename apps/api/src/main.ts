import type { RunningServer } from './start/start.ts'

const SIGNALS = { SIGHUP: 129, SIGINT: 130, SIGTERM: 143 } as const

/** The characters of log lines that wait to be written. Further lines are lost. */
const MAX_WAITING_LOG = 2 ** 24

/** The embedded database must be stopped even if a signal arrives during the start. */
let embedded: Promise<RunningServer> | undefined
let running: RunningServer | undefined
let isStopping = false

// Registered before anything is loaded: the kernel ignores signals to process 1 that have no handler. The terminal and a
// parent process may both send one.
for (const [signal, exitCode] of Object.entries(SIGNALS)) {
  process.on(signal, () => {
    if (isStopping) return
    isStopping = true
    void stop(exitCode)
  })
}

const { runProgram } = await import('./bin/program.ts')

await runProgram(async (config) => {
  if (config.database === undefined) removePostgresVariables(process.env)
  // Imported here, so that a module which cannot be read fails as every other start.
  const [{ readFileSync }, path, { pino }, { start }] = await Promise.all([
    import('node:fs'),
    import('node:path'),
    import('pino'),
    import('./start/start.ts'),
  ])
  const log = pino.destination({ dest: 1, sync: false, maxLength: MAX_WAITING_LOG })
  // An error of the log, such as a full disk, would be logged too, endlessly. Its lines wait for the next attempt.
  log.on('error', () => undefined)
  const packageFile = new URL('../package.json', import.meta.url)
  const starting = start(config, {
    log,
    print: (line) => process.stdout.write(`${line}\n`),
    openApiFile: new URL('../openapi.yaml', import.meta.url),
    version: (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version,
    dataDirectory: path.join(process.cwd(), '.data'),
    uid: process.getuid?.(),
  })
  if (config.database === undefined) embedded = starting
  running = await starting
  process.on('uncaughtException', running.logError)
  process.on('unhandledRejection', running.logError)
})

/** Without an embedded database, a start is not finished: the process ends, as it would without a handler. */
async function stop(exitCode: number): Promise<void> {
  try {
    const server = running ?? (await embedded)
    if (server === undefined) process.exit(exitCode)
    await server.stop().catch(server.logError)
    process.exit()
  } catch {
    // The start failed, and its error is printed.
  }
}

/**
 * Removes the variables of libpq and of the PostgreSQL programs, such as PGSSLMODE, PGOPTIONS and PGDATA. The driver and
 * these programs would read them, but they are meant for another database than the embedded one.
 */
function removePostgresVariables(variables: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(variables))
    if (name.startsWith('PG')) Reflect.deleteProperty(variables, name)
}
