import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'

import { Client, type ClientOptions } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { Client as OlderClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OlderTransport } from '@modelcontextprotocol/sdk/client/stdio.js'
import type { Violation } from '@workbench/contracts'

import { temporaryFolder } from '@workbench/test-support/temporary-folder'

export const repository = fileURLToPath(new URL('../../..', import.meta.url))
export const program = join(repository, 'plugins', 'workbench-core', 'dist', 'mcp', 'mcp.js')

export const example = (path: string): string =>
  readFileSync(join(repository, 'docs', 'examples', path), 'utf8')

/** Creates a project with these files, outside of this repository. */
export function projectWith(files: Readonly<Record<string, string>> = {}): string {
  const root = temporaryFolder()
  mkdirSync(join(root, '.git'))
  for (const [name, content] of Object.entries(files)) write(join(root, name), content)
  return root
}

export function write(path: string, content: string): void {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
}

interface ToolDescription {
  readonly name: string
  readonly description?: string | undefined
  readonly inputSchema: Readonly<Record<string, unknown>>
  readonly annotations?: Readonly<Record<string, unknown>> | undefined
}

export interface CallResult {
  readonly content: readonly { readonly type: string; readonly text: string }[]
  readonly structuredContent: Readonly<Record<string, unknown>> & {
    readonly violations?: readonly Violation[]
  }
  readonly isError?: boolean
}

/** The part of a client that the tests use, for every version of the client. */
export interface Session {
  readonly era: string | undefined
  readonly listTools: () => Promise<readonly ToolDescription[]>
  readonly call: (tool: string, args: Readonly<Record<string, unknown>>) => Promise<CallResult>
  readonly close: () => Promise<void>
}

interface ServerOptions {
  readonly cwd: string
  readonly env?: Readonly<Record<string, string>>
  readonly program?: string
}

export const parameters = ({ cwd, env = {}, program: at = program }: ServerOptions) => ({
  command: process.execPath,
  args: [at],
  cwd,
  env: { PATH: process.env['PATH'] ?? '', ...env },
})

const me = { name: 'tests', version: '1.0.0' }

async function connectNewer(server: ServerOptions, options: ClientOptions): Promise<Session> {
  const client = new Client(me, options)
  await client.connect(new StdioClientTransport(parameters(server)))
  return {
    era: client.getProtocolEra(),
    listTools: async () => (await client.listTools()).tools,
    call: async (name, args) => (await client.callTool({ name, arguments: args })) as unknown as CallResult,
    close: () => client.close(),
  }
}

async function connectOlder(server: ServerOptions): Promise<Session> {
  const client = new OlderClient(me)
  await client.connect(new OlderTransport(parameters(server)))
  return {
    era: undefined,
    listTools: async () => (await client.listTools()).tools,
    call: async (name, args) => (await client.callTool({ name, arguments: args })) as unknown as CallResult,
    close: () => client.close(),
  }
}

/** The official clients: each major version of the package, with each version of the protocol that it supports. */
export const clients: readonly {
  readonly generation: string
  readonly era: string | undefined
  readonly connect: (server: ServerOptions) => Promise<Session>
}[] = [
  { generation: '1.x', era: undefined, connect: connectOlder },
  { generation: '2.x', era: 'legacy', connect: (server) => connectNewer(server, {}) },
  {
    generation: '2.x with the protocol of 2026',
    era: 'modern',
    connect: (server) => connectNewer(server, { versionNegotiation: { mode: { pin: '2026-07-28' } } }),
  },
]

/** A client for the tests that do not depend on its version. */
export const connect = (server: ServerOptions): Promise<Session> => connectNewer(server, {})

/** The server process is killed after this time, in milliseconds: longer than each test may take. */
const TIMEOUT_MS = 300_000

/** User of the process, and the command line of a wrapper that executes its arguments. */
export interface ProcessOptions {
  readonly uid?: number
  readonly gid?: number
  readonly through?: readonly string[]
}

/** Starts the server without a client. */
export function startServer(
  server: ServerOptions,
  { through = [], ...user }: ProcessOptions = {},
): ServerProcess {
  const { command, args, ...options } = parameters(server)
  const [first = command, ...words] = [...through, command, ...args]
  const child = spawn(first, words, { ...options, ...user, timeout: TIMEOUT_MS, killSignal: 'SIGKILL' })
  return {
    child,
    stdout: text(child.stdout),
    stderr: text(child.stderr),
    ended: new Promise((resolve) => child.on('close', (status) => resolve(status))),
  }
}

export interface ServerProcess {
  readonly child: ChildProcessWithoutNullStreams
  readonly stdout: Promise<string>
  readonly stderr: Promise<string>
  readonly ended: Promise<number | null>
}

export const textOf = ({ content }: CallResult): string => content.map((part) => part.text).join('\n')

/** Path and keyword of each violation. */
export const violationKeysOf = ({ structuredContent: { violations = [] } }: CallResult): string[] =>
  violations.map(({ path, keyword }) => `${path} ${keyword}`)
