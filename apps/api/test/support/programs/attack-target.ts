import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

import { makeProject } from '../requests/make.ts'
import { open, parseAnswer, received, sendRaw } from '../requests/raw-http.ts'
import { until } from '../until.ts'
import type { Program, ServerProcess } from './process.ts'
import { usePrograms } from './use-programs.ts'

const MIB = 1024 * 1024

/** A server process under attack by a test. */
export interface Target extends ServerProcess {
  /** The log lines so far. */
  log: () => Record<string, unknown>[]
  /** Sends bytes on a new connection and returns all bytes received until the server closes it. */
  exchange: (...parts: string[]) => Promise<string>
  open: () => Promise<Socket>
  /** Calls `send` many times, each with another index, and throws if the memory of the server grows. */
  expectFlatMemory: (times: number, send: (index: number) => Promise<unknown>) => Promise<void>
  /** Throws unless the server answers an ordinary client. */
  expectServed: () => Promise<void>
}

/** Accepted growth: a tenth of the smallest leak that a test looks for. */
const MAX_GROWTH_BYTES = MIB
/** Number of memory samples, of which the smallest counts: connections that are being closed still use memory. */
const MEMORY_SAMPLES = 5
/** On a busy machine, connections can be closing for longer than the samples take. */
const MEMORY_ATTEMPTS = 20

/** A small heap makes a leak fatal. The preloaded module reports the memory in use on SIGUSR2. */
const NODE_OPTIONS = `--max-old-space-size=192 --max-semi-space-size=4 --import "${new URL('report-memory.js', import.meta.url).href}"`

/** Starts a target for all tests of a file. After each test, it must still answer an ordinary client. */
export function useTarget(settings: Record<string, string> = {}): Target {
  const programs = usePrograms()
  const target = {} as Target
  beforeAll(async () => {
    Object.assign(target, targetOf(await programs.start({ NODE_OPTIONS, ...settings })))
  })
  afterEach(async () => {
    await target.expectServed()
    expect(target.output.stderr.replaceAll(/\{"bytesInUse":\d+\}\n/g, '')).toBe('')
  })
  return target
}

function targetOf(server: ServerProcess): Target {
  return {
    ...server,
    log: linesOf(server),
    exchange: (...parts) => sendRaw(server.origin, ...parts),
    open: () => open(server.origin),
    expectFlatMemory: async (times, send) => {
      // The first run fills caches that are filled only once.
      await many(times, send)
      const before = await memoryInUse(server)
      await many(times, (index) => send(times + index))
      let growth = Infinity
      for (let attempt = 0; attempt < MEMORY_ATTEMPTS && growth > MAX_GROWTH_BYTES; attempt++)
        growth = (await memoryInUse(server)) - before
      if (growth > MAX_GROWTH_BYTES)
        throw new Error(`The memory of the server grew by ${Math.round(growth / MIB)} MiB`)
    },
    expectServed: async () => {
      const { id } = await makeProject(server)
      const { status } = await server.send('GET', `/api/v1/projects/${id}`)
      if (status !== 200) throw new Error(`An ordinary client gets status ${status}`)
    },
  }
}

/** Returns a function that parses the new lines of the log and returns all lines so far. */
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

/** The memory that an idle server uses after garbage collection, in bytes. */
async function memoryInUse({ child, output, origin }: ServerProcess): Promise<number> {
  // Unread log lines in the pipe use memory too.
  const read = output.stdout.length
  const id = randomUUID()
  await fetch(`${origin}/at-rest`, { headers: { 'X-Request-Id': id } })
  await until(() => Promise.resolve(output.stdout.includes(id, read)))

  const start = output.stderr.length
  const found = (): number[] =>
    [...output.stderr.slice(start).matchAll(/\{"bytesInUse":(\d+)\}\n/g)].map(([, bytes]) => Number(bytes))
  for (let sample = 1; sample <= MEMORY_SAMPLES; sample++) {
    child.kill('SIGUSR2')
    await until(() => Promise.resolve(found().length === sample))
    await sleep(50)
  }
  return Math.min(...found())
}

/** Like `Target.exchange`, but reads only after everything is sent. */
export async function sendThenRead(target: Target, ...parts: readonly string[]): Promise<string> {
  const socket = await target.open()
  socket.pause()
  for (const part of parts) {
    await new Promise<void>((resolve, reject) => {
      socket.write(part, (error) => {
        if (error) reject(error)
        else resolve()
      })
    })
    await sleep(10)
  }
  const answer = received(socket)
  socket.resume()
  const text = await answer
  socket.destroy()
  return text
}

/** Throws unless the response is a problem with this status whose request id is in the log. */
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

/** Calls `send` many times, 20 calls at a time. */
async function many(count: number, send: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0
  const worker = async (): Promise<void> => {
    while (next < count) await send(next++)
  }
  await Promise.all(Array.from({ length: 20 }, worker))
}
