import { isObject } from '@workbench/contracts'
import { tryParse } from '@workbench/contracts/internal'

import type { Outcome } from './check.ts'
import { describeEnd, type End, type Program, runProgram, type RunOptions } from './run-program.ts'

const EXPECTED = ['blackboard_write', 'contract_validate', 'memory_write']

/** What an MCP client sends first. The server ends when its input ends. */
const MESSAGES = [
  {
    id: 1,
    method: 'initialize',
    params: {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'workbench doctor', version: '1' },
    },
  },
  { method: 'notifications/initialized' },
  { id: 2, method: 'tools/list' },
]

/** Connects to the server as an MCP client does, and lists its tools. */
export async function checkTools(program: Program, options: RunOptions): Promise<Outcome> {
  const input = MESSAGES.map((message) => `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`).join('')
  const names = toolNamesIn(await runProgram(program, input, options))
  if (typeof names === 'string') return { status: 'failed', message: names }
  const missing = EXPECTED.filter((name) => !names.includes(name))
  return missing.length > 0
    ? { status: 'failed', message: `does not have the tools ${missing.join(', ')}` }
    : { status: 'ok', message: `the server answers, and has ${names.sort().join(', ')}` }
}

interface Response {
  readonly error?: { readonly message?: unknown }
  readonly result?: { readonly tools?: unknown }
}

/** The names of the tools that the server lists, or a problem. */
function toolNamesIn(end: End): string[] | string {
  const responses = new Map<unknown, Response>()
  for (const line of end.stdout.split('\n').slice(0, -1)) {
    const message = tryParse(line)
    if (!isObject(message)) return `prints text that is not JSON-RPC: ${line.slice(0, 100)}`
    if (!responses.has(message['id'])) responses.set(message['id'], message)
  }
  const [initialized, listed] = [responses.get(1), responses.get(2)]
  if (initialized && !initialized.result)
    return `rejected the connection (${String(initialized.error?.message)})`
  if (!listed) return describeEnd(end)
  const tools = listed.result?.tools
  return (Array.isArray(tools) ? (tools as unknown[]) : []).map((tool) =>
    String((tool as { readonly name?: unknown } | null)?.name),
  )
}
