import type { Check } from './check.ts'
import {
  type Outcome,
  type Program,
  type RunningProgram,
  type RunOptions,
  withProgram,
} from './run-program.ts'

const EXPECTED = ['blackboard_write', 'contract_validate', 'memory_write']

/** Connects to the server as an MCP client does: `initialize`, then `tools/list`. */
export async function checkTools(
  program: Program,
  options: RunOptions,
): Promise<Pick<Check, 'status' | 'message'>> {
  const outcome = await withProgram(program, options, handshake)
  const { problem, stderr } = outcome
  if (problem === undefined) return { status: 'ok', message: outcome.stdout }
  const line = stderr.split('\n').find((text) => /^\w*Error\b/.test(text)) ?? stderr.split('\n')[0] ?? ''
  return { status: 'failed', message: `${problem}${line === '' ? '' : `: ${line.slice(0, 300)}`}` }
}

interface Response {
  readonly id?: unknown
  readonly error?: { readonly message?: unknown }
  readonly result?: {
    readonly protocolVersion?: unknown
    readonly tools?: unknown
  }
}

/** The message for the user in `stdout`, or a problem. */
async function handshake(running: RunningProgram): Promise<Outcome> {
  const { child, output } = running
  const send = (message: object) => child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`)
  const end = (stdout: string, problem?: string): Outcome => ({
    ...{ status: null, stdout, stderr: output.stderr },
    ...(problem !== undefined && { problem }),
  })
  const params = {
    protocolVersion: '2025-06-18',
    capabilities: {},
    clientInfo: { name: 'workbench doctor', version: '1' },
  }
  send({ id: 1, method: 'initialize', params })
  const initialized = await responseTo(1, running)
  if (typeof initialized === 'string') return end('', initialized)
  if (!initialized.result) return end('', `rejected the connection (${String(initialized.error?.message)})`)
  send({ method: 'notifications/initialized' })
  send({ id: 2, method: 'tools/list' })
  const listed = await responseTo(2, running)
  if (typeof listed === 'string') return end('', listed)
  const tools = listed.result?.tools
  const names = (Array.isArray(tools) ? (tools as unknown[]) : []).map((tool) =>
    String((tool as { readonly name?: unknown } | null)?.name),
  )
  const missing = EXPECTED.filter((name) => !names.includes(name))
  return missing.length > 0
    ? end('', `does not have the tools ${missing.join(', ')}`)
    : end(`the server answers, and has ${names.sort().join(', ')}`)
}

/** The response with this id, or a problem. */
function responseTo(id: number, { child, output }: RunningProgram): Promise<Response | string> {
  return new Promise((resolve) => {
    const look = () => {
      for (const line of output.stdout.split('\n').slice(0, -1)) {
        const message = parseMessage(line)
        if (!message) return resolve(`prints text that is not JSON-RPC: ${line.slice(0, 100)}`)
        if (message.id === id) return resolve(message)
      }
    }
    child.stdout.on('data', look)
    child.on('close', (status: number | null) =>
      resolve(`ended with ${status === null ? 'a signal' : `status ${status}`}`),
    )
    look()
  })
}

function parseMessage(line: string): Response | undefined {
  try {
    const message: unknown = JSON.parse(line)
    return typeof message === 'object' && message !== null ? message : undefined
  } catch {
    return undefined
  }
}
