import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { parseArgs } from 'node:util'

import { residentSetOf } from '../soak/resident-set.ts'
import { createClient } from '../support/requests/client.ts'
import { makeProject, makeTask } from '../support/requests/make.ts'
import { end, makeDirectory, startServer } from '../support/programs/process.ts'

const MIB = 1024 * 1024
const MAX_RESIDENT_MIB = 400
/** A page with the most and the largest tasks: 9 MB. */
const TASKS = 1_000
const OTHER_CLIENTS = 5
const SAMPLE_MS = 50

// Runs clients that send requests and do not read the responses, and prints the memory of the server and the latency of
// other clients meanwhile.
const { values } = parseArgs({ options: { seconds: { type: 'string', default: '20' } } })
const seconds = Number(values.seconds)
const directory = await makeDirectory()
const server = await startServer(directory.path, { LOG_LEVEL: 'warn' })
const client = createClient(server.origin)

/** What a connection sends at once, and how many connections do. */
interface Attack {
  title: string
  connections: number
  text: string
}

try {
  const { id } = await makeProject(client)
  const large = { title: '😀'.repeat(200), description: '😀'.repeat(2_000) }
  for (let i = 0; i < TASKS; i += 10) {
    await Promise.all(Array.from({ length: 10 }, () => makeTask(client, id, large)))
  }
  const task = await makeTask(client, (await makeProject(client)).id)
  const page = get(`/api/v1/projects/${id}/tasks?size=${TASKS}`)
  const attacks: Attack[] = [
    { title: 'none', connections: 0, text: '' },
    { title: '1 connection, 200 pages each', connections: 1, text: page.repeat(200) },
    { title: '30 connections, 1 page each', connections: 30, text: page },
    { title: '30 connections, 200 pages each', connections: 30, text: page.repeat(200) },
    {
      title: '100 connections, 1,500 tasks each',
      connections: 100,
      text: get(`/api/v1/tasks/${task.id}`).repeat(1_500),
    },
  ]
  process.stdout.write(
    'clients that do not read              resident MiB   others: requests  p50 ms  p99 ms  max ms   closed\n',
  )
  for (const attack of attacks) {
    const { residentMib, latencies, closed } = await measure(attack, task.id)
    const at = (share: number): string =>
      (latencies[Math.floor(share * (latencies.length - 1))] ?? NaN).toFixed(1)
    const cells = [residentMib.toFixed(0).padStart(12), String(latencies.length).padStart(18)]
    cells.push(at(0.5).padStart(7), at(0.99).padStart(7), at(1).padStart(7), String(closed).padStart(7))
    process.stdout.write(`${attack.title.padEnd(37)} ${cells.join(' ')}\n`)
    if (residentMib >= MAX_RESIDENT_MIB) process.exitCode = 1
  }
} finally {
  await end(server)
  await directory.remove()
}

function get(path: string): string {
  return `GET ${path} HTTP/1.1\r\nHost: localhost\r\n\r\n`
}

async function measure(
  { connections, text }: Attack,
  taskId: string,
): Promise<{ residentMib: number; latencies: number[]; closed: number }> {
  const before = closedConnections()
  const deadline = performance.now() + seconds * 1000
  const latencies: number[] = []
  const others = Array.from({ length: OTHER_CLIENTS }, async (_, number) => {
    while (performance.now() < deadline) {
      const start = performance.now()
      const path = `/api/v1/tasks/${taskId}`
      const { status } =
        number % 2 === 0
          ? await client.send('GET', path)
          : await client.send('PUT', path, { body: { title: String(number) } })
      if (status !== 200) throw new Error(`Another client received ${status}`)
      latencies.push(performance.now() - start)
      await sleep(5)
    }
  })
  const sockets = await Promise.all(Array.from({ length: connections }, () => openUnread(text)))
  let residentBytes = 0
  while (performance.now() < deadline) {
    residentBytes = Math.max(residentBytes, await residentSetOf(server.child.pid ?? 0))
    await sleep(SAMPLE_MS)
  }
  await Promise.all(others)
  const closed = closedConnections() - before
  for (const socket of sockets) socket.destroy()
  latencies.sort((a, b) => a - b)
  return { residentMib: residentBytes / MIB, latencies, closed }
}

/** The connections that the server has closed because their clients do not read. */
function closedConnections(): number {
  return server.output.stdout.split('does not receive responses').length - 1
}

/** A connection that sends a text and reads nothing. */
async function openUnread(text: string): Promise<Socket> {
  const { hostname, port } = new URL(server.origin)
  const socket = connect(Number(port), hostname)
  socket.on('error', () => undefined)
  await once(socket, 'connect')
  socket.pause()
  socket.write(text)
  return socket
}
