import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFile, truncate } from 'node:fs/promises'
import { Agent, get, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

import { usePrograms } from '../support/programs/use-programs.ts'
import { open } from '../support/requests/raw-http.ts'
import { until } from '../support/until.ts'

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

const programs = usePrograms()

let started: ChildProcess | undefined
afterEach(() => started?.kill('SIGKILL'))

/** Starts the server with a limit, such as `-n 30` for open files. */
function startLimited(limit: string, redirection = ''): { child: ChildProcess; output: () => string } {
  const command = `ulimit ${limit}; exec "${process.execPath}" "${MAIN}" ${redirection}`
  const child = spawn('sh', ['-c', command], {
    env: { PATH: process.env['PATH'], PORT: '0', DATABASE_URL: programs.databaseUrl },
  })
  started = child
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  return { child, output: () => output }
}

test('a start without enough files fails with one line that says how to raise their limit', async () => {
  const { child, output } = startLimited('-n 30')
  expect(await once(child, 'close')).toEqual([1, null])
  expect(output()).toMatch(
    /^EMFILE: too many open files, [^\n]+; raise the limit of open files \(ulimit -n\)\n$/,
  )
})

/** Opens connections until the server closes one, because it has no file for it. */
async function openAll(origin: string): Promise<Socket[]> {
  const sockets: Socket[] = []
  for (;;) {
    const socket = (await open(origin)).on('error', () => undefined)
    socket.write('GET /livez HTTP/1.1\r\nHost: localhost\r\n\r\n')
    const isServed = await new Promise((resolve) => {
      socket.once('data', () => resolve(true)).once('close', () => resolve(false))
    })
    if (!isServed) return sockets
    sockets.push(socket)
  }
}

test('without a free file, requests that need one get 503, the log says why, and later requests are served', async () => {
  const { child, output } = startLimited('-n 60')
  await until(() => Promise.resolve(output().includes('"msg":"listening"')))
  const origin = /"api":"(http:[^"]+)\/api\/v1"/.exec(output())?.[1] ?? ''
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const statusOf = async (path: string): Promise<number | undefined> => {
    const [response] = (await once(get(origin + path, { agent }), 'response')) as [IncomingMessage]
    await once(response.resume(), 'end')
    return response.statusCode
  }
  expect(await statusOf('/api/v1/projects')).toBe(200)
  const sockets = await openAll(origin)
  expect(await statusOf('/swagger-ui/swagger-ui.css')).toBe(503)
  await programs.query(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'workbench-api' and datname = current_database()`,
  )
  await until(() => Promise.resolve(output().includes('database connection lost')))
  sockets.push(...(await openAll(origin)))
  expect(await statusOf('/api/v1/projects')).toBe(503)
  for (const cause of ["EMFILE: too many open files, open '", 'connect EMFILE'])
    await until(() => Promise.resolve(output().includes(`"cause":"Error: ${cause}`)))
  for (const socket of sockets) socket.destroy()
  await until(async () => (await statusOf('/api/v1/projects')) === 200)
  expect(await statusOf('/swagger-ui/swagger-ui.css')).toBe(200)
  agent.destroy()
  child.kill('SIGTERM')
  expect(await once(child, 'close')).toEqual([0, null])
})

/** `ulimit -f` counts in blocks of 512 or 1,024 bytes. */
const BLOCKS_BYTES = 4096

test('a log that cannot be written has no lines about that, and continues as soon as it can', async () => {
  const log = join(programs.directory, 'log')
  const { child } = startLimited('-f 8', `>> "${log}"`)
  const written = () => readFile(log, 'utf8').catch(() => '')
  const originIn = (text: string) => /"api":"(http:[^"]+)\/api\/v1"/.exec(text)?.[1]
  await until(async () => originIn(await written()) !== undefined)
  const origin = originIn(await written()) ?? ''
  const send = (id: string) => fetch(`${origin}/livez`, { headers: { 'X-Request-Id': id } })
  const isFull = (text: string) => text !== '' && text.length % BLOCKS_BYTES === 0
  await until(async () => (await send('first')).ok && isFull(await written()))
  for (let i = 0; i < 5; i++) await send('waiting')
  let text = ''
  await until(async () => {
    await send('last')
    const part = await written()
    if (isFull(part)) await truncate(log)
    text += part
    return part.includes('"last"') || part.includes('outside a request')
  })
  expect(text).toContain('"waiting"')
  expect(text).not.toContain('outside a request')
  child.kill('SIGTERM')
  expect(await once(child, 'close')).toEqual([0, null])
})
