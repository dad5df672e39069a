import { randomUUID } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { createClient, type TestClient } from './client.ts'
import { createDatabase } from './database.ts'
import { makeProject } from './make.ts'
import { end, makeDirectory, type Program, type ServerProcess, startServer } from './process.ts'
import { until } from './until.ts'

const MIB = 1024 * 1024

/** The server as a process of its own, which somebody means ill. */
export interface Target extends TestClient {
  /** What it logged so far. */
  log: () => Record<string, unknown>[]
  /** Sends some bytes on a connection of their own, and returns everything that comes until the server closes it. */
  exchange: (...parts: (string | Buffer)[]) => Promise<string>
  /** Sends something so many times, each with a number of its own, and throws when the server keeps memory for it. */
  expectFlatMemory: (times: number, send: (index: number) => Promise<unknown>) => Promise<void>
  /** Throws unless an ordinary client is served. */
  expectServed: () => Promise<void>
  stop: () => Promise<void>
}

/** What an attack may leave behind: a tenth of what the smallest leak leaves that a test looks for. */
const MAX_KEPT_BYTES = MIB
/** How often the server is asked what it holds; connections that are still being closed hold memory too. */
const LOOKS = 5

/** A small heap makes a leak fatal; beside it, the server says on request what it holds. */
const NODE_OPTIONS = `--max-old-space-size=96 --max-semi-space-size=4 --import "${new URL('report-memory.js', import.meta.url).href}"`

export async function startTarget(settings: Record<string, string> = {}): Promise<Target> {
  const directory = await makeDirectory()
  const database = await createDatabase()
  const server = await startServer(directory.path, { DATABASE_URL: database.url, NODE_OPTIONS, ...settings })
  const client = createClient(server.origin)
  return {
    ...client,
    log: linesOf(server),
    exchange: (...parts) => exchange(server.origin, parts),
    expectFlatMemory: async (times, send) => {
      // What is made once is made before.
      await many(times, send)
      const before = await heldBytes(server)
      await many(times, (index) => send(times + index))
      const kept = (await heldBytes(server)) - before
      if (kept > MAX_KEPT_BYTES) throw new Error(`The server keeps ${Math.round(kept / MIB)} MiB`)
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

/** A target for all tests of a file. After each of them an ordinary client has to be served. */
export function useTarget(settings: Record<string, string> = {}): Target {
  const target = {} as Target
  beforeAll(async () => {
    Object.assign(target, await startTarget(settings))
  })
  afterAll(() => target.stop())
  afterEach(() => target.expectServed())
  return target
}

/** The lines of a server's log so far, of which each is read once. */
function linesOf({ output }: Program): Target['log'] {
  const lines: Record<string, unknown>[] = []
  let read = 0
  return () => {
    const end = output.stdout.lastIndexOf('\n') + 1
    const text = output.stdout.slice(read, end)
    for (const line of text.split('\n').slice(0, -1)) lines.push(JSON.parse(line) as Record<string, unknown>)
    read = Math.max(read, end)
    return lines
  }
}

/** What a server holds at rest, when everything is thrown away that it can do without. */
async function heldBytes({ child, output, origin }: ServerProcess): Promise<number> {
  // Lines of the log that nobody has read yet are held too.
  const read = output.stdout.length
  const id = randomUUID()
  await fetch(`${origin}/at-rest`, { headers: { 'X-Request-Id': id } })
  await until(() => Promise.resolve(output.stdout.includes(id, read)))

  const start = output.stderr.length
  const found = (): number[] =>
    [...output.stderr.slice(start).matchAll(/\{"heldBytes":(\d+)\}\n/g)].map(([, bytes]) => Number(bytes))
  for (let look = 1; look <= LOOKS; look++) {
    child.kill('SIGUSR2')
    await until(() => Promise.resolve(found().length === look))
    await sleep(50)
  }
  return Math.min(...found())
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
async function many(count: number, send: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < count) await send(next++)
  }
  await Promise.all(Array.from({ length: 20 }, worker))
}
