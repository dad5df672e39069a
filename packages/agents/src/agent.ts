import { join } from 'node:path'

import type { Environment, HookAnswers } from './answers.ts'
import type { Installation } from './programs.ts'
import type { SettingsFile } from './settings.ts'

/** A coding agent: how it speaks with its hooks, and how it is set up and checked. */
export interface Agent {
  readonly title: string
  /** Files and folders in the project that show that the agent is used in it. */
  readonly markers: readonly string[]
  /** The program on the path. */
  readonly program: string
  /** Default of `context`: the form of Claude Code. */
  readonly answers: Omit<HookAnswers, 'context'> & Partial<HookAnswers>
  /** The files that `init` changes, with what it adds to them. `doctor` looks for hooks and servers in them. */
  readonly settings: (project: Project) => readonly SettingsFile[]
  /** Where else `doctor` looks: other files of the project, those of the user, and those of installed plugins. */
  readonly otherSources: (machine: Machine) => readonly OtherSource[]
  /** What the agent replaces in commands. Default: nothing. */
  readonly variables?: (root: string) => Source['variables']
  /** The members of the event that it sends after a tool has written a file; `doctor` sends it to the hook. */
  readonly afterWrite: (file: string) => object
  /** The name of that event. Default: `PostToolUse`. */
  readonly afterWriteEvent?: string
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

export interface Machine {
  /** Absolute path of the project's root. */
  readonly root: string
  readonly env: Environment
}

/** A file in which an agent reads hooks, servers, or both. */
export interface Source {
  readonly file: string
  /** The member with the servers; undefined if the file has none. */
  readonly servers?: string | undefined
  /** The event at which it runs the hook, if it is a program with the hook's command line in the constant `hook`. */
  readonly runsHookAt?: string | undefined
  /** What the agent replaces in commands. */
  readonly variables: Readonly<Record<string, string>>
  /** How to correct it. */
  readonly fix: string
  /** Whether it is the file of another agent. */
  readonly isShared?: boolean
}

/** Its variables are added to those of the agent. Default: none. Default of `fix`: by hand. */
export type OtherSource = Partial<Source> & Pick<Source, 'file'>

/** The files of an installed plugin. */
export const pluginAt = (folder: string, servers: string, rest: Omit<OtherSource, 'file'>): OtherSource[] => [
  { ...rest, file: join(folder, 'hooks', 'hooks.json') },
  { ...rest, file: join(folder, servers), servers: 'mcpServers' },
]

export const homeOf = (env: Environment): string => env['HOME'] ?? env['USERPROFILE'] ?? '/'

/** How to correct a file that `init` wrote. */
export const initAgain = (agent: string): string =>
  `workbench init --agent ${agent} --undo --write && workbench init --agent ${agent} --write`
