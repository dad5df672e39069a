import { readFileSync } from 'node:fs'
import { join } from 'node:path'

import { pino } from 'pino'

import { type Environment, readConfig } from './config/config.ts'
import { createRedact, passwordsInUrl } from './observability/redact.ts'
import { readSecretFiles } from './config/secret-files.ts'
import { type RunningServer, start } from './start.ts'
import { StartupError } from './config/startup-error.ts'

let environment: Environment = process.env
try {
  environment = readSecretFiles(process.env, (path) => readFileSync(path, 'utf8'))
  const config = readConfig(environment)
  const starting = start(config, {
    log: pino.destination({ dest: 1, sync: false }),
    print: (line) => process.stdout.write(`${line}\n`),
    openApiFile: new URL('../openapi.yaml', import.meta.url),
    version: versionIn(new URL('../package.json', import.meta.url)),
    embedded: {
      directory: join(process.cwd(), '.data'),
      platform: process.platform,
      architecture: process.arch,
      uid: process.getuid?.(),
    },
  })
  // A database that is being started has to be stopped again. Without one, a signal may end the process at once.
  if (config.databaseUrl === undefined) stopOnSignal(starting)
  const running = await starting
  if (config.databaseUrl !== undefined) stopOnSignal(starting)
  process.on('uncaughtException', running.logError)
  process.on('unhandledRejection', running.logError)
} catch (error) {
  // A failure that can be mended is one line; anything else is a fault, and shows where it is.
  const text = error instanceof StartupError ? error.message : error instanceof Error ? error.stack : error
  const redact = createRedact(passwordsInUrl(environment['DATABASE_URL']))
  process.stderr.write(`${redact(String(text))}\n`)
  process.exitCode = 1
}

function versionIn(packageFile: URL): string {
  return (JSON.parse(readFileSync(packageFile, 'utf8')) as { version: string }).version
}

function stopOnSignal(starting: Promise<RunningServer>): void {
  let stopping: Promise<void> | undefined
  const stop = async (): Promise<void> => {
    const running = await starting
    await running.stop().catch(running.logError)
    process.exit()
  }
  // A signal may come more than once, from the terminal and from the parent. A failed start is reported above.
  const onSignal = (): void => {
    stopping ??= stop().catch(() => undefined)
  }
  process.on('SIGINT', onSignal)
  process.on('SIGTERM', onSignal)
}
