import { isDeepStrictEqual } from 'node:util'

import { type Installation, serverCommand, shellCommand, startsProgram } from './programs.ts'

/** What `init` adds to one file, as data. `file` is relative to the project's root, with slashes. */
export type SettingsFile = { readonly file: string } & (
  | { readonly json: readonly Addition[] }
  /** A table inside another one, which other programs extend too, as `[mcp_servers.workbench]`. */
  | { readonly toml: Addition }
  /** A file of its own. At `runsHookAt`, an agent runs the program with the hook's command line in the constant `hook`. */
  | { readonly text: string; readonly runsHookAt?: string }
)

/** A value that is added to a file. */
export interface Addition {
  /** Names of the members around the value. Those that do not exist are created. */
  readonly path: readonly string[]
  /** The name of the member; undefined for an element of an array. */
  readonly key?: string
  readonly value: unknown
  /** Whether another value does the same, so that this one is not added. */
  readonly isSame: (value: unknown) => boolean
  /** The member of the value that is a list to which users add. If it has other entries, only the own entry is removed. */
  readonly list?: string
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
  'SubagentStart',
  'SubagentStop',
]

/**
 * The hook at each of these events, in the form of Claude Code, which others share.
 * @param tools a regular expression for the names of tools
 */
export const hookAdditions = (
  events: readonly string[],
  tools: string,
  command: string,
  members: object = { timeout: TIMEOUT },
): Addition[] =>
  events.map((event) => ({
    path: ['hooks', event],
    value: {
      ...(event.includes('Tool') && { matcher: tools }),
      hooks: [{ type: 'command', command: toldAfterTool(command, event), ...members }],
    },
    isSame: startsHook,
    list: 'hooks',
  }))

/** Without Node on the path, the shell ends with 127, of which most agents do not tell the model. */
export const toldAfterTool = (command: string, event: string): string =>
  /^(Post|After)Tool/.test(event) ? `${command} || exit 2` : command

export const startsHook = (value: unknown): boolean => startsProgram(commandLineOf(value), 'hook')

export const startsServer = (value: unknown): boolean => startsProgram(commandLineOf(value), 'mcp')

/** The hook and the server in one file, in the form of Gemini CLI, which others share. */
export const geminiAdditions = (
  installation: Installation,
  events: readonly string[],
  tools: string,
  root: string,
): Addition[] => [
  ...hookAdditions(events, tools, shellCommand(installation, 'hook', root), {
    name: 'workbench',
    // In milliseconds.
    timeout: TIMEOUT * 1000,
  }),
  serverAddition('mcpServers', serverCommand(installation)),
]

/** The server of the agent tools, as a member of the object with all servers. */
export const serverAddition = (member: string, server: object): Addition => ({
  path: [member],
  key: 'workbench',
  value: server,
  isSame: startsServer,
})

/** Whether another version of `init`, or one of another installation, has written a value. The order of members does not matter. */
export const isOutdated = (value: unknown, expected: unknown): boolean =>
  // The parsers create objects without a prototype.
  isWritten(value, expected) && !isDeepStrictEqual(structuredClone(value), structuredClone(expected))

/** Whether `init` writes a value, in this or in another installation. The order of members does not matter. */
export const isWritten = (value: unknown, expected: unknown): boolean =>
  isDeepStrictEqual(withoutInstallation(value), withoutInstallation(expected))

const withoutInstallation = (value: unknown): unknown =>
  JSON.parse(JSON.stringify(value ?? null), (_name, member: unknown) => {
    if (typeof member === 'string') return member.replace(FOLDER, 'dist/package/')
    const line = commandLineOf(member)
    return line === ''
      ? member
      : { ...(member as object), command: line.replace(START, '$1'), args: undefined }
  })

/** The folder of an installation, without the variable for the root before it. */
const FOLDER = /(?<=^|["/])(?:[^"$/]+\/)*(?:@workbench|apps)\/cli\/dist\/package\//
const START =
  /^(?:sh -c exec )?(?:node "?(?:\$(?:\([^)]*\)|[^"]*)\/)?(?:dist\/package\/|\.workbench\/start\.cjs"? )|(?:npx --no |yarn )?workbench )(hook|mcp)(?:\.cjs"?)?(?: \|\| exit \d)?$/

/** The command and its arguments in one line. Some agents have both in one list. */
export function commandLineOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return ''
  const { command, args } = value as { readonly command?: unknown; readonly args?: unknown }
  return [command, args]
    .flat()
    .filter((part) => typeof part === 'string')
    .join(' ')
}
