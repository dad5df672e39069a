import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'

import { temporaryFolder } from '../../../packages/workspace/test/temporary-folder.ts'
import { brokenFinding, type Result, plugin, projectWith, silence, validFinding, written } from './hook.ts'

interface Command {
  readonly command: string
  readonly args: readonly string[]
}

interface HooksFile {
  readonly hooks: Readonly<Record<string, readonly { readonly hooks: readonly Command[] }[]>>
}

interface ServersFile {
  readonly mcpServers: Readonly<Record<string, Command>>
}

/** An installation of the plugin: a copy without links, with a space in its path and no node_modules in its ancestors. */
const installed = join(temporaryFolder(), 'plug in')
cpSync(plugin, installed, { recursive: true, dereference: true })

const read = (...segments: string[]): unknown =>
  JSON.parse(readFileSync(join(installed, ...segments), 'utf8'))

const hookCommands = Object.entries((read('hooks', 'hooks.json') as HooksFile).hooks).flatMap(
  ([event, groups]) => groups.flatMap(({ hooks }) => hooks.map((command) => ({ event, command }))),
)

const [server] = Object.values((read('.mcp.json') as ServersFile).mcpServers)

/** Starts a command of the plugin as an agent does: without a shell, with the plugin's root in its arguments. */
function start({ command, args }: Command, cwd: string): ChildProcess {
  const filled = args.map((arg) => arg.replaceAll('${CLAUDE_PLUGIN_ROOT}', installed))
  return spawn(command, filled, { cwd, env: { PATH: process.env['PATH'] }, timeout: 20_000 })
}

async function run(command: Command, cwd: string, input: string): Promise<Result> {
  const { stdin, stdout, stderr, ...child } = streamsOf(start(command, cwd))
  stdin.end(input)
  const [out, err, status] = await Promise.all([text(stdout), text(stderr), child.ended])
  return { status, stdout: out, stderr: err }
}

function streamsOf(child: ChildProcess) {
  const { stdin, stdout, stderr } = child
  if (!stdin || !stdout || !stderr) throw new Error('Expected pipes')
  return { stdin, stdout, stderr, ended: new Promise<number | null>((resolve) => child.on('close', resolve)) }
}

const ARTIFACT = '.workbench/blackboard/w1/auditor.json'

describe('the installed plugin', () => {
  it('registers the hook for PreToolUse, PostToolUse, Stop and SubagentStop', () => {
    expect(hookCommands.map(({ event }) => event)).toEqual([
      'PreToolUse',
      'PostToolUse',
      'Stop',
      'SubagentStop',
    ])
  })

  it.each([
    ['PreToolUse', '.workbench/memory/fact-0001.json', 'memory_write'],
    ['PostToolUse', ARTIFACT, '/effortHours'],
    ['Stop', ARTIFACT, '/effortHours'],
    ['SubagentStop', ARTIFACT, '/effortHours'],
  ])(
    'has a command for %s that works from any directory, without node_modules',
    async (event, path, expected) => {
      const { command } = hookCommands.find((candidate) => candidate.event === event) ?? {}
      if (!command) throw new Error(`Expected a command for ${event}`)
      const root = projectWith({ [ARTIFACT]: brokenFinding })
      const input = written(join(root, path), { hook_event_name: event, cwd: root })
      for (const cwd of [root, '/', installed]) {
        const { status, stdout, stderr } = await run(command, cwd, input)
        expect({ status, stdout }).toEqual({ status: 2, stdout: '' })
        expect(stderr).toContain(expected)
      }
    },
  )

  it('has commands that accept a valid artifact', async () => {
    const root = projectWith({ [ARTIFACT]: validFinding })
    for (const { event, command } of hookCommands) {
      const input = written(join(root, ARTIFACT), { hook_event_name: event, cwd: root })
      expect(await run(command, root, input)).toEqual(silence)
    }
  })

  it('has an MCP server that works without node_modules', async () => {
    if (!server) throw new Error('Expected a server')
    const messages = [
      {
        id: 1,
        method: 'initialize',
        params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 't', version: '1' } },
      },
      { method: 'notifications/initialized' },
      {
        id: 2,
        method: 'tools/call',
        params: { name: 'contract_validate', arguments: { schema: 'finding.v1', path: 'a.json' } },
      },
    ].map((message) => JSON.stringify({ jsonrpc: '2.0', ...message }))
    const root = projectWith({ 'a.json': validFinding })
    const { stdin, stdout, stderr, ended } = streamsOf(start(server, root))
    const output = text(stdout)
    const errors = text(stderr)
    stdin.write(`${messages.join('\n')}\n`)
    await new Promise((resolve) => stdout.once('data', () => stdout.once('data', resolve)))
    stdin.end()
    expect([await ended, await errors]).toEqual([0, ''])
    const responses = (await output)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as Response)
    expect(responses.find(({ id }) => id === 2)?.result.structuredContent).toMatchObject({
      valid: true,
      violations: [],
    })
  })
})

interface Response {
  readonly id: number
  readonly result: { readonly structuredContent?: unknown }
}
