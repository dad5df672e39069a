import { join } from 'node:path'

import type { Environment } from './answers.ts'
import type { Installation } from './programs.ts'
import type { SettingsFile } from './settings.ts'

/** The agents that `init` sets up and `doctor` checks. */
export const AGENT_NAMES = [
  'claude',
  'codex',
  'gemini',
  'copilot',
  'qwen',
  'opencode',
  'cline',
  'vscode',
] as const

export type AgentName = (typeof AGENT_NAMES)[number]

/** How one coding agent is set up and checked. */
export interface Setup {
  readonly title: string
  /** Files and folders in the project that show that the agent is used in it. */
  readonly markers: readonly string[]
  /** The program on the path. */
  readonly program: string
  /** The files that `init` changes, with what it adds to them. */
  readonly settings: (project: Project) => readonly SettingsFile[]
  /** The files in which `doctor` looks for hooks and servers: of the project, of the user, and of installed plugins. */
  readonly sources: (machine: Pick<Project, 'root'> & { readonly env: Environment }) => readonly Source[]
  /** The event that the agent sends after a tool has written a file, with its own members; `doctor` sends it to the hook. */
  readonly afterWrite: { readonly event: string; readonly members: (file: string) => object }
  /** Whether it reads the settings of the project's root also if it is started in a folder below. */
  readonly findsRoot?: boolean
  /** The command that adds the server to the settings of the user, if an agent reads no others. */
  readonly addServer?: string
  /** What the user has to do after `init`. */
  readonly note?: string
}

export interface Project {
  readonly installation: Installation
  /** Absolute path of the root. */
  readonly root: string
  /** The names of all agents that are configured. */
  readonly agents: readonly string[]
}

/** A file in which an agent reads hooks, servers, or both. */
export interface Source {
  readonly file: string
  /** The member with the servers; undefined if the file has none. */
  readonly servers?: string
  /** The event at which it runs the hook, if it is a program with the hook's command line in the constant `hook`. */
  readonly runsHookAt?: string
  /** What the agent replaces in commands. */
  readonly variables: Readonly<Record<string, string>>
  /** How to correct it. */
  readonly fix: string
  /** Whether it is the file of another agent. */
  readonly isShared?: boolean
}

/** The files of an installed plugin. */
export const pluginAt = (
  folder: string,
  servers: string,
  rest: Pick<Source, 'variables' | 'fix'>,
): Source[] => [
  { ...rest, file: join(folder, 'hooks', 'hooks.json') },
  { ...rest, file: join(folder, servers), servers: 'mcpServers' },
]

export const homeOf = (env: Environment): string => env['HOME'] ?? env['USERPROFILE'] ?? '/'

/** How to correct a file that `init` wrote. */
export const initAgain = (agent: AgentName): string =>
  `workbench init --agent ${agent} --undo --write && workbench init --agent ${agent} --write`

/** How to correct a file of the user. */
export const CORRECT = 'correct the file by hand'
