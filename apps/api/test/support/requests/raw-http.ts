import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

/** @param allowHalfOpen whether the client keeps its side open after the server has closed the other one */
export function open(origin: string, { allowHalfOpen = false } = {}): Promise<Socket> {
  const { hostname, port } = new URL(origin)
  return new Promise((resolve, reject) => {
    const socket = connect({ port: Number(port), host: hostname, allowHalfOpen })
    socket.once('connect', () => {
      resolve(socket)
    })
    socket.once('error', reject)
  })
}

/** Returns all bytes received until the other side closes or resets the connection. */
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

/** Sends bytes on a new connection and returns all bytes received until the server closes it. */
export async function sendRaw(origin: string, ...parts: (string | Buffer)[]): Promise<string> {
  const socket = await open(origin)
  const answer = received(socket)
  for (const part of parts) {
    socket.write(part)
    // The pause makes the parts arrive as separate chunks.
    await sleep(1)
  }
  const text = await answer
  socket.destroy()
  return text
}

/** Parses the text of an HTTP response. */
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
