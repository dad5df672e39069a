import { join } from 'node:path'

import { pino } from 'pino'

import { readConfig } from './config.ts'
import { type Running, serve } from './serve.ts'
import { StartFailure } from './start-failure.ts'

try {
  const running = await serve(readConfig(process.env), {
    log: pino.destination({ dest: 1, sync: false }),
    print: (line) => process.stdout.write(`${line}\n`),
    description: new URL('../openapi.yaml', import.meta.url),
    embedded: {
      directory: join(process.cwd(), '.data'),
      platform: process.platform,
      architecture: process.arch,
      uid: process.getuid?.(),
    },
  })
  stopOnSignal(running)
  process.on('uncaughtException', running.report)
  process.on('unhandledRejection', running.report)
} catch (error) {
  // A failure that can be mended is one line; anything else is a fault, and shows where it is.
  const text = error instanceof StartFailure ? error.message : error instanceof Error ? error.stack : error
  process.stderr.write(`${String(text)}\n`)
  process.exitCode = 1
}

function stopOnSignal(running: Running): void {
  // A signal may come more than once, from the terminal and from the parent.
  const stop = (): void => {
    stopping ??= running.stop().catch(running.report)
    void stopping.then(() => process.exit())
  }
  let stopping: Promise<void> | undefined
  process.on('SIGINT', stop)
  process.on('SIGTERM', stop)
}
