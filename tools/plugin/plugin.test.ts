import { type ChildProcess, spawn } from 'node:child_process'
import { cpSync, existsSync, lstatSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { text } from 'node:stream/consumers'

import {
  brokenFinding,
  projectWith,
  type Result,
  silence,
  validFact,
  validFinding,
  written,
} from '@workbench/test-support/hook'
import { temporaryFolder } from '@workbench/test-support/temporary-folder'
import { folderOf, repository, TREES } from './trees.js'

interface Command {
  readonly command: string
  /** Without arguments, the command is for a shell. */
  readonly args?: readonly string[]
}

interface HooksFile {
  readonly hooks: Readonly<Record<string, readonly { readonly hooks: readonly Command[] }[]>>
}

interface Manifest {
  readonly version: string
  readonly mcpServers: Readonly<Record<string, Command>>
}

const VERSION = '0.1.0'

/** Home folders with an installation of each tree: copies with a space in their path and no node_modules in their ancestors. */
const home = join(temporaryFolder(), 'my home')
const installed = (tree: string): string =>
  tree === 'plugin'
    ? join(home, '.codex', 'plugins', 'cache', 'workbench', 'workbench-core', VERSION)
    : join(home, '.gemini', 'extensions', 'workbench-core')
for (const tree of TREES) cpSync(folderOf(tree), installed(tree), { recursive: true })

/** Of Claude Code, which Codex has too. */
const CLAUDE_EVENTS = [
  'SessionStart',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'Stop',
  'SubagentStart',
  'SubagentStop',
]

const agents = [
  {
    name: 'Claude Code',
    tree: 'plugin',
    hooks: 'hooks/hooks.json',
    servers: '.mcp.json',
    manifest: '.claude-plugin/plugin.json',
    events: CLAUDE_EVENTS,
  },
  {
    name: 'Codex',
    tree: 'plugin',
    hooks: 'hooks/hooks.json',
    servers: '.codex-plugin/mcp.json',
    manifest: '.codex-plugin/plugin.json',
    events: CLAUDE_EVENTS,
  },
  {
    name: 'Gemini CLI',
    tree: 'gemini-extension',
    hooks: 'hooks/hooks.json',
    servers: 'gemini-extension.json',
    manifest: 'gemini-extension.json',
    events: ['SessionStart', 'BeforeTool', 'AfterTool', 'AfterAgent'],
  },
] as const

const read = (tree: string, path: string): unknown =>
  JSON.parse(readFileSync(join(installed(tree), path), 'utf8'))

/** Starts a command as the agents do. */
function start({ command, args }: Command, tree: string, cwd: string): ChildProcess {
  const root = installed(tree)
  const fill = (word: string) => word.replace(/\$\{(CLAUDE_PLUGIN_ROOT|extensionPath)\}/g, () => root)
  const env = { PATH: process.env['PATH'], HOME: home, CLAUDE_PLUGIN_ROOT: root }
  const [program, words] = args ? [fill(command), args.map(fill)] : ['sh', ['-c', fill(command)]]
  return spawn(program, words, { cwd, env, timeout: 20_000 })
}

async function run(command: Command, tree: string, cwd: string, input: string): Promise<Result> {
  const { stdin, stdout, stderr, ...child } = streamsOf(start(command, tree, cwd))
  stdin.end(input)
  const [out, err, status] = await Promise.all([text(stdout), text(stderr), child.ended])
  return { status, stdout: out, stderr: err }
}

function streamsOf(child: ChildProcess) {
  const { stdin, stdout, stderr } = child
  if (!stdin || !stdout || !stderr) throw new Error('Expected pipes')
  return { stdin, stdout, stderr, ended: new Promise<number | null>((resolve) => child.on('close', resolve)) }
}

/** Waits until a stream has this number of lines; they may arrive in one chunk. */
const lines = (stream: Readable, count: number): Promise<void> =>
  new Promise((resolve) => {
    let received = ''
    stream.on('data', (chunk: Buffer | string) => {
      received += String(chunk)
      if (received.split('\n').length > count) resolve()
    })
  })

const ARTIFACT = '.workbench/blackboard/w1/auditor.json'

describe.each(TREES)('the tree %s', (tree) => {
  const entries = readdirSync(folderOf(tree), { recursive: true, encoding: 'utf8' })

  it('contains no links', () => {
    const stats = entries.map((path) => ({ path, stat: lstatSync(join(folderOf(tree), path)) }))
    expect(stats.filter(({ stat }) => stat.isSymbolicLink())).toEqual([])
  })

  it('contains every contract with its example', () => {
    for (const [folder, source] of [
      ['schemas', 'schemas'],
      ['examples', 'docs/examples/valid'],
    ] as const) {
      expect(readdirSync(join(folderOf(tree), folder))).toEqual(readdirSync(join(repository, source)))
    }
  })

  it('contains a description and the licences', () => {
    expect(entries).toEqual(
      expect.arrayContaining(['README.md', 'LICENSE', 'dist/mcp/THIRD-PARTY-LICENSES.txt']),
    )
  })
})

describe.each(agents)('the plugin of $name', ({ tree, hooks, servers, manifest, events }) => {
  const groups = Object.entries((read(tree, hooks) as HooksFile).hooks)
  const commands = groups.flatMap(([event, group]) =>
    group.flatMap((matched) => matched.hooks.map((command) => ({ event, command }))),
  )
  const { workbench: server } = (read(tree, servers) as Manifest).mcpServers

  it('has the version of the others', () => {
    expect(read(tree, manifest)).toMatchObject({ name: 'workbench-core', version: VERSION })
  })

  it('refers to files that exist', () => {
    const values = JSON.stringify([read(tree, hooks), read(tree, servers), read(tree, manifest)])
    const paths = [...values.matchAll(/(?:\}|\.|0\.1\.0)\/([\w./-]+)/g)].map(([, path = '']) => path)
    expect(paths.length).toBeGreaterThan(3)
    expect(paths.filter((path) => !existsSync(join(installed(tree), path)))).toEqual([])
  })

  it('registers the hook for each event', () => {
    expect(commands.map(({ event }) => event)).toEqual(events)
  })

  it('has hooks that reject an invalid artifact, from any directory', async () => {
    const root = projectWith({ [ARTIFACT]: brokenFinding })
    for (const { event, command } of commands.filter(({ event: name }) => !name.endsWith('Start'))) {
      const [path, expected] = /^(Pre|Before)/.test(event)
        ? ['.workbench/memory/fact-0001.json', 'memory_write']
        : [ARTIFACT, '/effortHours']
      const input = written(join(root, path), { hook_event_name: event, cwd: root })
      for (const cwd of [root, '/', installed(tree)]) {
        const { status, stdout, stderr } = await run(command, tree, cwd, input)
        // Gemini CLI appends what the hook prints to the result of the tool.
        expect({ event, status }).toEqual({ event, status: event === 'AfterTool' ? 0 : 2 })
        expect(stdout + stderr).toContain(expected)
      }
    }
  })

  it('has a hook that recalls facts when a session starts', async () => {
    const { id } = JSON.parse(validFact) as { id: string }
    const cwd = projectWith({ [`.workbench/memory/${id}.json`]: validFact })
    for (const { event, command } of commands.filter(({ event }) => event === 'SessionStart')) {
      const input = JSON.stringify({ hook_event_name: event, source: 'startup', cwd })
      const { status, stdout, stderr } = await run(command, tree, cwd, input)
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      expect(JSON.parse(stdout)).toMatchObject({
        hookSpecificOutput: {
          hookEventName: event,
          additionalContext: expect.stringContaining(`\n${id} (`) as string,
        },
      })
    }
  })

  it('has hooks that accept a valid artifact', async () => {
    const root = projectWith({ [ARTIFACT]: validFinding })
    for (const { event, command } of commands) {
      const input = written(join(root, ARTIFACT), { hook_event_name: event, cwd: root })
      expect(await run(command, tree, root, input)).toEqual(silence)
    }
  })

  it('has an MCP server for the project in the current directory', async () => {
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
    const { stdin, stdout, stderr, ended } = streamsOf(start(server, tree, root))
    const output = text(stdout)
    const errors = text(stderr)
    stdin.write(`${messages.join('\n')}\n`)
    await lines(stdout, 2)
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
