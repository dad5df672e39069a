import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'

import { freePort } from './postgres.ts'

/** A program that implements the API. */
export interface Program {
  readonly name: string
  readonly file: URL
  readonly args?: readonly string[]
  readonly nodeOptions?: readonly string[]
}

/** Resources that a process has used since its start. */
interface Usage {
  /** Processor time, in microseconds. */
  readonly processor: number
  /** Resident size, in bytes. */
  readonly resident: number
}

export interface Server {
  readonly name: string
  readonly origin: string
  readonly usage: () => Promise<Usage>
  readonly stop: () => Promise<void>
}

const preload = new URL('report-usage.js', import.meta.url)

/** Maximum number of database connections of each server. */
const POOL_SIZE = 10

/** Starts a program as one process, and waits until it responds to requests. */
export async function startServer(
  { name, file, args = [], nodeOptions = [] }: Program,
  databaseUrl: string,
  settings: Record<string, string> = {},
): Promise<Server> {
  const port = await freePort()
  const origin = `http://127.0.0.1:${port}`
  const child = fork(fileURLToPath(file), args, {
    execArgv: [...nodeOptions, '--import', preload.href],
    env: {
      NODE_ENV: 'production',
      PORT: String(port),
      DATABASE_URL: databaseUrl,
      DATABASE_POOL_SIZE: String(POOL_SIZE),
      ANONYMOUS_ACCESS: 'allow',
      LOG_LEVEL: 'warn',
      ...settings,
    },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  await waitUntilReady(origin, child, name)
  return {
    name,
    origin,
    usage: async () => {
      child.send('usage')
      const [{ processor, resident }] = (await once(child, 'message')) as [
        { processor: NodeJS.CpuUsage; resident: number },
      ]
      return { processor: processor.user + processor.system, resident }
    },
    stop: async () => {
      child.kill()
      await once(child, 'exit')
    },
  }
}

const ATTEMPTS = 300
const PAUSE_MS = 100

async function waitUntilReady(origin: string, child: ChildProcess, name: string): Promise<void> {
  for (let attempt = 0; attempt < ATTEMPTS && child.exitCode === null; attempt++) {
    const answer = await fetch(`${origin}/api/v1/tasks/none`).catch(() => undefined)
    if (answer?.status === 404) return
    await sleep(PAUSE_MS)
  }
  throw new Error(`${name} does not respond at ${origin}`)
}
