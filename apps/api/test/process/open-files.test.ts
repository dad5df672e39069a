import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import type { Socket } from 'node:net'
import { fileURLToPath } from 'node:url'

import { usePrograms } from '../support/programs/use-programs.ts'
import { open } from '../support/requests/raw-http.ts'
import { until } from '../support/until.ts'

const MAIN = fileURLToPath(new URL('../../dist/main.js', import.meta.url))

const programs = usePrograms()

/** Starts the server with a limit of open files. */
function startLimited(files: number): { child: ChildProcess; output: () => string } {
  const child = spawn('sh', ['-c', `ulimit -n ${files}; exec "${process.execPath}" "${MAIN}"`], {
    env: { PATH: process.env['PATH'], PORT: '0', DATABASE_URL: programs.databaseUrl },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (output += String(chunk)))
  return { child, output: () => output }
}

test('a start without enough files fails with one line that says how to raise their limit', async () => {
  const { child, output } = startLimited(30)
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
  const { child, output } = startLimited(60)
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
