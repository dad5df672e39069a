import type { AgentName } from './agent-names.ts'
import { type Installation, startsProgram } from '../installation.ts'
import type { Addition } from '../edits/json-setting.ts'
import type { Setting } from '../edits/setting.ts'

export interface Agent {
  /** For `--agent`. */
  readonly name: AgentName
  readonly title: string
  /** Files and folders in the project that show that the agent is used in it. */
  readonly markers: readonly string[]
  /** The program on the path. */
  readonly program: string
  readonly settings: (project: Project) => readonly Setting[]
  /** What the user has to do afterwards. */
  readonly note?: string
}

export interface Project {
  readonly installation: Installation
  /** Absolute path of the root. */
  readonly root: string
  /** The names of all agents that are configured. */
  readonly agents: readonly string[]
}

/** How long a hook may take, in seconds: the hook itself answers within ten. */
export const TIMEOUTS = { tool: 30, stop: 60 }

/** A hook that an agent runs for an event, in the form of Claude Code, which Codex and Gemini CLI share. */
export const hookAddition = (event: string, matcher: string | undefined, hook: object): Addition => ({
  path: ['hooks', event],
  value: { ...(matcher !== undefined && { matcher }), hooks: [hook] },
  isOwn: isOwnHook,
  list: 'hooks',
})

export const isOwnHook = (value: unknown): boolean => startsProgram(commandLineOf(value), 'hook')

export const isOwnServer = (value: unknown): boolean => startsProgram(commandLineOf(value), 'mcp')

/** The server of the agent tools, as a member of the object with all servers. */
export const serverAddition = (member: string, server: object): Addition => ({
  path: [member],
  key: 'workbench',
  value: server,
  isOwn: isOwnServer,
})

/** The command and its arguments in one line. */
export function commandLineOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return ''
  const { command, args } = value as { readonly command?: unknown; readonly args?: unknown }
  return [command, ...(Array.isArray(args) ? (args as unknown[]) : [])]
    .filter((part) => typeof part === 'string')
    .join(' ')
}
