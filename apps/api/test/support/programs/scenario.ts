import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'

import { stopAndCheck, type Traffic } from '../../model/traffic.ts'
import { end, makeDirectory, runProgram, type ServerProcess, startServer } from './process.ts'

type Settings = Record<string, string>

/** What a program of the tests has: a directory, and the processes that it starts there. */
export interface Scenario {
  directory: string
  /** What the program has found. It fails if there is any. */
  errors: string[]
  /** Adds a step that is executed at the end; the last one is the first. */
  defer: (step: () => unknown) => void
  /** Ends a child process at the end. The promise is resolved when it has ended. */
  adopt: (child: ChildProcess, signal?: NodeJS.Signals) => Promise<unknown>
  /** Starts a server, which is ended at the end. */
  start: (settings?: Settings, dist?: string) => Promise<ServerProcess>
  /** Runs a program of the build and returns its output. Throws if it fails. */
  run: (name: 'migrate' | 'distribute', settings: Settings) => Promise<string>
  /** Stops clients, and adds to the errors what differs from what they have written. */
  check: (origin: string, traffics: readonly Traffic[]) => Promise<void>
}

const MAX_PRINTED_ERRORS = 50

/**
 * Runs a program of the tests, ends what it has started, also after an error or an interrupt, and exits: with 1 if there are
 * errors. Then the directory, which has the logs, stays.
 */
export async function runScenario(main: (scenario: Scenario) => Promise<void>): Promise<never> {
  // Registered before any process is started.
  const interrupted = new Promise<never>((_, reject) => {
    for (const signal of ['SIGINT', 'SIGTERM'] as const) process.on(signal, () => reject(new Error(signal)))
  })
  const { path: directory, remove } = await makeDirectory()
  const errors: string[] = []
  const steps: (() => unknown)[] = []
  /** After an interrupt, the main function goes on: what it starts then is ended at once. */
  let isEnding = false
  const defer = (step: () => unknown): void => {
    steps.push(step)
    if (isEnding) void attempt(step)
  }
  const scenario: Scenario = {
    directory,
    errors,
    defer,
    adopt: (child, signal) => {
      const ended = once(child, 'close')
      defer(() => {
        child.kill(signal)
        return ended
      })
      return ended
    },
    start: (settings, dist) => {
      const starting = startServer(directory, settings, dist)
      // One that cannot start has exited.
      defer(() =>
        starting.then(
          (server) => end(server),
          () => undefined,
        ),
      )
      return starting
    },
    run: async (name, settings) => {
      const { ended, output } = runProgram(name, directory, settings)
      const status = await ended
      if (status !== 0) throw new Error(`${name} ended with ${String(status)}: ${output.stderr}`)
      return output.stdout
    },
    check: async (origin, traffics) => void errors.push(...(await stopAndCheck(origin, traffics))),
  }
  const attempt = async (work: () => unknown): Promise<void> => {
    try {
      await work()
    } catch (error) {
      errors.push(error instanceof Error ? (error.stack ?? error.message) : String(error))
    }
  }
  await attempt(() => Promise.race([main(scenario), interrupted]))
  isEnding = true
  for (const step of steps.toReversed()) await attempt(step)
  process.stdout.write(`Errors: ${errors.length}.\n`)
  if (errors.length === 0) await remove()
  else process.stderr.write(`The files are in ${directory}\n`)
  for (const error of errors.slice(0, MAX_PRINTED_ERRORS)) process.stderr.write(`${error}\n`)
  // Clients of an interrupted program may still be sending.
  process.exit(errors.length > 0 ? 1 : 0)
}
