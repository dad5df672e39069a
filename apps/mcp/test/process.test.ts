import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, realpathSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'

import { type Bare, connect, example, program, projectWith, startBare } from './server.ts'

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

/** Resolves once the server has answered the message of this id. */
const answered = ({ child }: Bare, id: number): Promise<void> =>
  new Promise((resolve) => {
    let said = ''
    child.stdout.on('data', (chunk: Buffer) => {
      said += chunk.toString('utf8')
      if (said.includes(`"id":${id}`)) resolve()
    })
  })

describe('the server', () => {
  it('writes nothing but protocol to standard output, whatever it is asked', async () => {
    const bare = startBare({ cwd: projectWith({ 'a.json': example('valid/finding.v1.json') }) })
    const last = answered(bare, 9)
    bare.child.stdin.write(initialize + initialized)
    bare.child.stdin.write(line({ id: 2, method: 'tools/list' }))
    bare.child.stdin.write(call(3, 'contract_validate', { schema: 'finding.v1', path: 'a.json' }))
    bare.child.stdin.write(call(4, 'contract_validate', { schema: 'nothing.v1', artifact: {} }))
    bare.child.stdin.write(call(5, 'blackboard_write', { wave: 7 }))
    bare.child.stdin.write(call(6, 'no_such_tool', {}))
    bare.child.stdin.write(line({ id: 7, method: 'no/such/method' }))
    bare.child.stdin.write(line({ id: 8, method: 'tools/call', params: { name: 'memory_write' } }))
    bare.child.stdin.write('this is no message\n')
    bare.child.stdin.write(line({ id: 9, method: 'ping' }))
    await last
    bare.child.stdin.end()
    await bare.ended
    const lines = (await bare.stdout).trimEnd().split('\n')
    const messages = lines.map((text) => JSON.parse(text) as { jsonrpc: string; id: number })
    expect(messages.every(({ jsonrpc }) => jsonrpc === '2.0')).toBe(true)
    expect(messages.map(({ id }) => id).sort()).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9])
  })

  it('names each missing member where a call has no arguments at all', async () => {
    const bare = startBare({ cwd: projectWith() })
    const last = answered(bare, 2)
    bare.child.stdin.write(initialize + initialized)
    bare.child.stdin.write(line({ id: 2, method: 'tools/call', params: { name: 'contract_validate' } }))
    await last
    bare.child.stdin.end()
    const answer = (await bare.stdout).split('\n').find((text) => text.includes('"id":2'))
    expect(JSON.parse(answer ?? '')).toMatchObject({
      result: {
        isError: true,
        structuredContent: { violations: [{ path: '/schema', keyword: 'required' }] },
      },
    })
  })

  it.each([
    ['before anything was said', ''],
    ['after the greeting', initialize + initialized],
    ['in the middle of a message', initialize + initialized + '{ "jsonrpc": "2.0", "id":'],
  ])(
    'ends, without a word of complaint on standard output, when standard input closes %s',
    async (_, input) => {
      const bare = startBare({ cwd: projectWith() })
      const greeted = input === '' ? Promise.resolve() : answered(bare, 1)
      bare.child.stdin.write(input)
      await greeted
      bare.child.stdin.end()
      expect(await bare.ended).toBe(0)
      expect((await bare.stdout).split('\n').filter((text) => text !== '' && !text.startsWith('{'))).toEqual(
        [],
      )
    },
  )

  it('goes on although a path leads to a pipe that nobody writes to', async () => {
    const cwd = projectWith()
    execFileSync('mkfifo', [join(cwd, 'pipe.json')])
    const bare = startBare({ cwd })
    const last = answered(bare, 3)
    bare.child.stdin.write(initialize + initialized)
    bare.child.stdin.write(call(2, 'contract_validate', { schema: 'finding.v1', path: 'pipe.json' }))
    bare.child.stdin.write(line({ id: 3, method: 'ping' }))
    await Promise.race([last, bare.ended])
    bare.child.stdin.end()
    expect(await bare.stdout).toMatch(/"id":3/)
  })

  it('works as a copy of its bundle, with no modules in reach', async () => {
    const copy = join(realpathSync(mkdtempSync(join(tmpdir(), 'workbench-'))), 'mcp')
    cpSync(dirname(program), copy, { recursive: true })
    const root = projectWith({ 'a.json': example('valid/finding.v1.json') })
    const session = await connect({ cwd: root, program: join(copy, 'mcp.js') })
    expect(await session.call('contract_validate', { schema: 'finding.v1', path: 'a.json' })).toMatchObject({
      structuredContent: { valid: true, violations: [] },
    })
    await session.close()
  })
})
