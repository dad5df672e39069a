import { execFileSync } from 'node:child_process'
import { cpSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'

import { temporaryFolder } from '@workbench/test-support/temporary-folder'
import { connect, example, program, projectWith, type ServerProcess, startServer } from './server.ts'

const line = (message: Readonly<Record<string, unknown>>): string =>
  `${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`

const initialize = line({
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
})
const initialized = line({ method: 'notifications/initialized' })

const call = (id: number, name: string, args: Readonly<Record<string, unknown>>): string =>
  line({ id, method: 'tools/call', params: { name, arguments: args } })

/** Resolves when the server has written the response with this id. */
const responded = ({ child }: ServerProcess, id: number): Promise<void> =>
  new Promise((resolve) => {
    let output = ''
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString('utf8')
      if (output.includes(`"id":${id}`)) resolve()
    })
  })

describe('the server', () => {
  it('writes only protocol messages to standard output, for valid and invalid requests', async () => {
    const server = startServer({ cwd: projectWith({ 'a.json': example('valid/finding.v1.json') }) })
    const last = responded(server, 9)
    server.child.stdin.write(initialize + initialized)
    server.child.stdin.write(line({ id: 2, method: 'tools/list' }))
    server.child.stdin.write(call(3, 'contract_validate', { schema: 'finding.v1', path: 'a.json' }))
    server.child.stdin.write(call(4, 'contract_validate', { schema: 'nothing.v1', artifact: {} }))
    server.child.stdin.write(call(5, 'blackboard_write', { wave: 7 }))
    server.child.stdin.write(call(6, 'no_such_tool', {}))
    server.child.stdin.write(line({ id: 7, method: 'no/such/method' }))
    server.child.stdin.write(line({ id: 8, method: 'tools/call', params: { name: 'memory_write' } }))
    server.child.stdin.write('not a message\n')
    server.child.stdin.write(line({ id: 9, method: 'ping' }))
    await last
    server.child.stdin.end()
    await server.ended
    const lines = (await server.stdout).trimEnd().split('\n')
    const messages = lines.map((text) => JSON.parse(text) as { jsonrpc: string; id: number })
    expect(messages.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true)
    expect(messages.map(({ id }) => id).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('reports each required argument as a violation if a call has no arguments', async () => {
    const server = startServer({ cwd: projectWith() })
    const last = responded(server, 2)
    server.child.stdin.write(initialize + initialized)
    server.child.stdin.write(line({ id: 2, method: 'tools/call', params: { name: 'contract_validate' } }))
    await last
    server.child.stdin.end()
    const response = (await server.stdout).split('\n').find((text) => text.includes('"id":2'))
    expect(JSON.parse(response ?? '')).toMatchObject({
      result: {
        isError: true,
        structuredContent: { violations: [{ path: '/artifact', keyword: 'required' }] },
      },
    })
  })

  it.each([
    ['before the first message', ''],
    ['after the initialization', initialize + initialized],
    ['in the middle of a message', initialize + initialized + '{ "jsonrpc": "2.0", "id":'],
  ])('exits with 0 and writes no text to standard output if standard input closes %s', async (_, input) => {
    const server = startServer({ cwd: projectWith() })
    const initializedResponse = input === '' ? Promise.resolve() : responded(server, 1)
    server.child.stdin.write(input)
    await initializedResponse
    server.child.stdin.end()
    expect(await server.ended).toBe(0)
    expect((await server.stdout).split('\n').filter((text) => text !== '' && !text.startsWith('{'))).toEqual(
      [],
    )
  })

  it('handles further requests after a path to a pipe without a writer', async () => {
    const cwd = projectWith()
    execFileSync('mkfifo', [join(cwd, 'pipe.json')])
    const server = startServer({ cwd })
    const last = responded(server, 3)
    server.child.stdin.write(initialize + initialized)
    server.child.stdin.write(call(2, 'contract_validate', { schema: 'finding.v1', path: 'pipe.json' }))
    server.child.stdin.write(line({ id: 3, method: 'ping' }))
    await Promise.race([last, server.ended])
    server.child.stdin.end()
    expect(await server.stdout).toMatch(/"id":3/)
  })

  it('works from a copy of its bundle, without node_modules', async () => {
    const folder = temporaryFolder()
    const copy = join(folder, 'mcp')
    cpSync(dirname(program), copy, { recursive: true })
    // A package that is not the server's does not make its folder the installation.
    writeFileSync(join(folder, 'package.json'), '{"name":"other"}')
    writeFileSync(join(folder, 'a.json'), example('valid/finding.v1.json'))
    const session = await connect({ cwd: folder, program: join(copy, 'mcp.js') })
    expect(await session.call('contract_validate', { schema: 'finding.v1', path: 'a.json' })).toMatchObject({
      structuredContent: { valid: true, violations: [] },
    })
    await session.close()
  })
})
