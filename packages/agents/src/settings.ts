import { startsProgram } from './programs.ts'

/** What `init` adds to one file, as data. `file` is relative to the project's root, with slashes. */
export type SettingsFile = { readonly file: string } & (
  | { readonly json: readonly Addition[] }
  | { readonly table: TableAddition }
  | { readonly text: OwnText }
)

/** A value that is added to a JSON file. */
export interface Addition {
  /** Names of the members around the value. Those that do not exist are created. */
  readonly path: readonly string[]
  /** The name of the member; undefined for an element of an array. */
  readonly key?: string
  readonly value: unknown
  /** Whether a value at that path is one that this program added, perhaps in another version. */
  readonly isOwn: (value: unknown) => boolean
  /** The member of the value that is a list to which users add. If it has other entries, only the own entry is removed. */
  readonly list?: string
}

/** A table of a TOML file inside another one, which other programs extend too, as `[mcp_servers.workbench]`. */
export interface TableAddition {
  readonly parent: string
  readonly name: string
  readonly members: Readonly<Record<string, string | readonly string[]>>
  /** Whether a table with this name is one that this program added, perhaps in another version. */
  readonly isOwn: (table: unknown) => boolean
}

/** The text of a file of its own. */
export interface OwnText {
  readonly content: string
  /** The part of the content that differs between versions and installations. */
  readonly variable: string
}

/** How long a hook may take, in seconds: it answers within ten. */
export const TIMEOUT = 30

/** The events of Claude Code at which the hook runs, which other agents have too. */
export const CLAUDE_EVENTS = [
  'SessionStart',
  'PreToolUse',
  'PostToolUse',
  // Instead of PostToolUse, after a shell command that failed: it may have written an artifact before.
  'PostToolUseFailure',
  'Stop',
  'SubagentStop',
]

/**
 * The hook at each of these events, in the form of Claude Code, which others share.
 * @param tools a regular expression for the names of tools
 */
export const hookAdditions = (events: readonly string[], tools: string, hook: object): Addition[] =>
  events.map((event) => ({
    path: ['hooks', event],
    value: { ...(event.includes('Tool') && { matcher: tools }), hooks: [{ type: 'command', ...hook }] },
    isOwn: isOwnHook,
    list: 'hooks',
  }))

export const isOwnHook = (value: unknown): boolean => startsProgram(commandLineOf(value), 'hook')

export const isOwnServer = (value: unknown): boolean => startsProgram(commandLineOf(value), 'mcp')

/** The server of the agent tools, as a member of the object with all servers. */
export const serverAddition = (member: string, server: object): Addition => ({
  path: [member],
  key: 'workbench',
  value: server,
  isOwn: isOwnServer,
})

/** The command and its arguments in one line. Some agents have both in one list. */
export function commandLineOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return ''
  const { command, args } = value as { readonly command?: unknown; readonly args?: unknown }
  return [command, args]
    .flat()
    .filter((part) => typeof part === 'string')
    .join(' ')
}
