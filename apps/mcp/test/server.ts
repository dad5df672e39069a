import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

import { Client, type ClientOptions } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { Violation } from '@workbench/contracts'

export const repository = fileURLToPath(new URL('../../..', import.meta.url))
export const program = join(repository, 'plugins', 'workbench-core', 'dist', 'mcp', 'mcp.js')

export const example = (path: string): string =>
  readFileSync(join(repository, 'docs', 'examples', path), 'utf8')

/** A project outside of this repository, with these files. */
export function projectWith(files: Readonly<Record<string, string>> = {}): string {
  const root = realpathSync(mkdtempSync(join(tmpdir(), 'workbench-')))
  mkdirSync(join(root, '.git'))
  for (const [name, content] of Object.entries(files)) write(join(root, name), content)
  return root
}

export function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

export interface ToolDescription {
  readonly name: string
  readonly description?: string | undefined
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly outputSchema?: Readonly<Record<string, unknown>> | undefined
}

export interface ToolAnswer {
  readonly content: readonly { readonly type: string; readonly text: string }[]
  readonly structuredContent: Readonly<Record<string, unknown>> & {
    readonly violations?: readonly Violation[]
  }
  readonly isError?: boolean
}

/** What the tests need of a client, whatever its generation. */
export interface Session {
  readonly era: string | undefined
  readonly listTools: () => Promise<readonly ToolDescription[]>
  readonly call: (tool: string, args: Readonly<Record<string, unknown>>) => Promise<ToolAnswer>
  readonly close: () => Promise<void>
}

export interface Where {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  readonly program?: string
}

const parameters = ({ cwd, env = {}, program: at = program }: Where) => ({
  command: process.execPath,
  args: [at],
  cwd,
  env: { PATH: process.env['PATH'] ?? '', ...env },
})

const me = { name: 'tests', version: '1.0.0' }

async function connectNewer(where: Where, options: ClientOptions): Promise<Session> {
  const client = new Client(me, options)
  await client.connect(new StdioClientTransport(parameters(where)))
  return {
    era: client.getProtocolEra(),
    listTools: async () => (await client.listTools()).tools,
    call: async (name, args) => (await client.callTool({ name, arguments: args })) as unknown as ToolAnswer,
    close: () => client.close(),
  }
}

async function connectOlder(where: Where): Promise<Session> {
  const client = new OlderClient(me)
  await client.connect(new OlderTransport(parameters(where)))
  return {
    era: undefined,
    listTools: async () => (await client.listTools()).tools,
    call: async (name, args) => (await client.callTool({ name, arguments: args })) as unknown as ToolAnswer,
    close: () => client.close(),
  }
}

/** The official clients: each generation of the package, and each generation of the protocol that it speaks. */
export const clients: readonly {
  readonly generation: string
  readonly era: string | undefined
  readonly connect: (where: Where) => Promise<Session>
}[] = [
  { generation: '1.x', era: undefined, connect: connectOlder },
  { generation: '2.x', era: 'legacy', connect: (where) => connectNewer(where, {}) },
  {
    generation: '2.x with the protocol of 2026',
    era: 'modern',
    connect: (where) => connectNewer(where, { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
  },
]

/** A client for the tests in which the generation does not count. */
export const connect = (where: Where): Promise<Session> => connectNewer(where, {})

/** A bare server that lives longer hangs, and is killed. Within a test's five seconds. */
const HANGS_AFTER = 4500

/** Whose process it is, and the words of a command line that starts another one. */
export interface As {
  readonly uid?: number
  readonly gid?: number
  readonly through?: readonly string[]
}

/** The server as a bare process, without a client. */
export function startBare(where: Where, { through = [], ...user }: As = {}): Bare {
  const { command, args, ...options } = parameters(where)
  const [first = command, ...words] = [...through, command, ...args]
  const child = spawn(first, words, { ...options, ...user, timeout: HANGS_AFTER, killSignal: 'SIGKILL' })
  return {
    child,
    stdout: text(child.stdout),
    stderr: text(child.stderr),
    ended: new Promise((resolve) => child.on('close', (status) => resolve(status))),
  }
}

export interface Bare {
  readonly child: ChildProcessWithoutNullStreams
  readonly stdout: Promise<string>
  readonly stderr: Promise<string>
  readonly ended: Promise<number | null>
}

export const textOf = ({ content }: ToolAnswer): string => content.map((part) => part.text).join('\n')

export const placesOf = ({ structuredContent: { violations = [] } }: ToolAnswer): string[] =>
  violations.map(({ path, keyword }) => `${path} ${keyword}`)
