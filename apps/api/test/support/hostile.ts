import { execFileSync } from 'node:child_process'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { createClient, type TestClient } from './client.ts'
import { createDatabase } from './database.ts'
import { makeProject } from './make.ts'
import { end, makeDirectory, startServer } from './process.ts'
import { until } from './until.ts'

const MIB = 1024 * 1024

/** The server as a process of its own, which somebody means ill. */
export interface Target extends TestClient {
  /** What it logged so far. */
  log: () => Record<string, unknown>[]
  /** Sends some bytes on a connection of their own, and returns everything that comes until the server closes it. */
  exchange: (...parts: (string | Buffer)[]) => Promise<string>
  /** Does something again and again, and throws when the server's memory grows by more than a few megabytes. */
  expectFlatMemory: (attack: () => Promise<void>) => Promise<void>
  /** Throws unless an ordinary client is served. */
  expectServed: () => Promise<void>
  stop: () => Promise<void>
}

/** Far below what each attack costs a server without its defence, and above what the collector leaves lying about. */
const MAX_GROWTH_BYTES = 40 * MIB
/** A small heap makes the collector tidy, and a leak fatal. */
const NODE_OPTIONS = '--max-old-space-size=96 --max-semi-space-size=4'

export async function startTarget(settings: Record<string, string> = {}): Promise<Target> {
  const directory = await makeDirectory()
  const database = await createDatabase()
  const server = await startServer(directory.path, { DATABASE_URL: database.url, NODE_OPTIONS, ...settings })
  const client = createClient(server.origin)
  const pid = String(server.child.pid)
  const residentBytes = (): number => Number(execFileSync('ps', ['-o', 'rss=', '-p', pid]).toString()) * 1024
  return {
    ...client,
    log: () =>
      server.output.stdout
        .split('\n')
        .slice(0, -1)
        .map((line) => JSON.parse(line) as Record<string, unknown>),
    exchange: (...parts) => exchange(server.origin, parts),
    expectFlatMemory: async (attack) => {
      for (let round = 0; round < 2; round++) await attack()
      const before = residentBytes()
      for (let round = 0; round < 4; round++) await attack()
      const growth = residentBytes() - before
      if (growth > MAX_GROWTH_BYTES)
        throw new Error(`The server has grown by ${Math.round(growth / MIB)} MiB`)
    },
    expectServed: async () => {
      const { id } = await makeProject(client)
      const { status } = await client.send('GET', `/api/v1/projects/${id}`)
      if (status !== 200) throw new Error(`The next client gets ${status}`)
    },
    stop: async () => {
      const ending = await end(server)
      await database.drop()
      await directory.remove()
      if (ending !== 0) throw new Error(`The server ended with ${String(ending)}: ${server.output.stderr}`)
    },
  }
}

export function open(origin: string): Promise<Socket> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    socket.once('connect', () => {
      resolve(socket)
    })
    socket.once('error', reject)
  })
}

/** Everything that comes until the other side closes the connection. A reset counts as closing. */
export function received(socket: Socket): Promise<string> {
  const chunks: Buffer[] = []
  return new Promise((resolve) => {
    const done = (): void => {
      resolve(Buffer.concat(chunks).toString())
    }
    socket.on('data', (chunk) => chunks.push(chunk))
    socket.on('end', done)
    socket.on('close', done)
    socket.on('error', done)
  })
}

async function exchange(origin: string, parts: (string | Buffer)[]): Promise<string> {
  const socket = await open(origin)
  const answer = received(socket)
  for (const part of parts) {
    socket.write(part)
    // Apart, so that the server does not get them as one.
    await sleep(1)
  }
  const text = await answer
  socket.destroy()
  return text
}

/** What a connection was answered, as text. */
export function parseAnswer(text: string): {
  status: number
  headers: Headers
  problem: Record<string, unknown>
} {
  const end = text.indexOf('\r\n\r\n')
  const [first = '', ...lines] = text.slice(0, end).split('\r\n')
  const headers = new Headers(
    lines.map((line) => [line.slice(0, line.indexOf(':')), line.slice(line.indexOf(':') + 1).trim()]),
  )
  const body = text.slice(end + 4)
  return {
    status: Number(first.split(' ')[1]),
    headers,
    problem: body.startsWith('{') ? (JSON.parse(body) as Record<string, unknown>) : {},
  }
}

/** Throws unless a connection was answered with a problem of this status, under an id that is in the log. */
export async function expectProblem(
  target: Target,
  text: string,
  status: number,
): Promise<Record<string, unknown>> {
  const { headers, problem, ...answer } = parseAnswer(text)
  expect(answer.status).toBe(status)
  expect(headers.get('content-type')).toBe('application/problem+json')
  expect(problem).toMatchObject({ status, type: expect.stringContaining('/errors/') as string })
  const requestId = headers.get('x-request-id')
  expect(requestId).toMatch(/^[\w-]+$/)
  await until(() =>
    Promise.resolve(
      target.log().some((line) => line['requestId'] === requestId && line['status'] === status),
    ),
  )
  return problem
}

/** Sends many requests, some at once. */
export async function many(count: number, send: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < count) await send(next++)
  }
  await Promise.all(Array.from({ length: 20 }, worker))
}
