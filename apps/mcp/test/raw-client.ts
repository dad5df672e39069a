import { once } from 'node:events'

import { type ServerProcess, startServer } from './server.ts'

export const initialize =
  '{"jsonrpc":"2.0","id":"init","method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"t","version":"1"}}}\n' +
  '{"jsonrpc":"2.0","method":"notifications/initialized"}\n'

export const ping = (id: unknown) => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n`

export interface Response {
  readonly id: unknown
  readonly result?: { readonly isError?: boolean; readonly structuredContent?: unknown }
  readonly error?: { readonly code: number; readonly message: string }
}

/** An initialized server, and a function that sends bytes and a ping, and returns the responses up to that to the ping. */
export function connected(cwd: string, version = '2025-06-18', env: Readonly<Record<string, string>> = {}) {
  const server = startServer({ cwd, env })
  let output = ''
  let pings = 0
  server.child.stdout.on('data', (chunk: Buffer) => (output += chunk.toString('utf8')))
  const responses = () =>
    output
      .split('\n')
      .slice(0, -1)
      .map((line) => JSON.parse(line) as Response)
  /** Throws if the server ends before the event. */
  const event = async (stream: 'stdin' | 'stdout', name: string) => {
    const status = await Promise.race([once(server.child[stream], name).then(() => undefined), server.ended])
    if (status !== undefined) throw new Error(`The server ended with ${status}: ${await server.stderr}`)
  }
  const write = async (data: string | Uint8Array) => {
    if (!server.child.stdin.write(data)) await event('stdin', 'drain')
  }
  const answersTo = async (...data: (string | Uint8Array)[]): Promise<Response[]> => {
    const before = responses().length
    const id = `ping-${++pings}`
    for (const part of data) await write(part)
    await write(ping(id))
    while (!output.includes(`"${id}"`)) await event('stdout', 'data')
    return responses()
      .slice(before)
      .filter((response) => response.id !== id)
  }
  const answerTo = async (id: unknown): Promise<Response | undefined> => {
    const find = () => responses().find((response) => response.id === id)
    while (!find()) await event('stdout', 'data')
    return find()
  }
  const ready = write(initialize.replace('2025-06-18', version))
  return {
    server,
    write,
    ready,
    answersTo,
    answerTo,
    output: () => output,
    /** Drops the output up to now, so that it is not parsed again. */
    forget: () => {
      output = ''
    },
  }
}

export async function endOf({ child, ended, stderr }: ServerProcess) {
  child.stdin.end()
  return { status: await ended, stderr: await stderr }
}

export const call = (id: unknown, args: object, tool = 'contract_validate') =>
  `${JSON.stringify({ jsonrpc: '2.0', id, method: 'tools/call', params: { name: tool, arguments: args } })}\n`

export const cancelled = (requestId: number): string =>
  `${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId } })}\n`
