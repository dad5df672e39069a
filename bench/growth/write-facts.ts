import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

const server = fileURLToPath(new URL('../../plugins/workbench-core/dist/mcp/mcp.js', import.meta.url))

const fact = {
  agent: 'agent',
  type: 'domain',
  scope: 'bench',
  title: 'A fact of the benchmark',
  body: 'What an agent has found out. '.repeat(20),
  confidence: 'high',
  source: 'bench',
}

/** Writes facts with the tool memory_write, one after another. Returns the time of each call, in milliseconds. */
export async function writeFacts(
  root: string,
  count: number,
  { execPath, env }: Pick<NodeJS.Process, 'execPath' | 'env'>,
): Promise<number[]> {
  const child = spawn(execPath, [server], {
    cwd: root,
    env: { ...env, WORKBENCH_ROOT: root },
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const request = async (id: number, method: string, params: object): Promise<string> => {
    child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', id, method, params })}\n`)
    const { value } = (await lines.next()) as { value?: string }
    if (value === undefined) throw new Error('The MCP server ended')
    return value
  }
  const clientInfo = { name: 'bench', version: '1' }
  await request(0, 'initialize', { protocolVersion: '2025-06-18', capabilities: {}, clientInfo })
  child.stdin.write(`${JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' })}\n`)
  const times: number[] = []
  for (let id = 1; id <= count; id++) {
    const started = performance.now()
    const answer = await request(id, 'tools/call', { name: 'memory_write', arguments: fact })
    times.push(performance.now() - started)
    if (!answer.includes('Wrote fact-')) throw new Error(answer)
  }
  child.stdin.end()
  await once(child, 'exit')
  // The first write lists the memory.
  return times.slice(1)
}
