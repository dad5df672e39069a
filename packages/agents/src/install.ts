import { join } from 'node:path'

import { type Agent as Definition, initAgain, type Machine, type Source } from './agent.ts'
import { AGENT_NAMES, type AgentName, AGENTS_BY_NAME } from './agents.ts'
import type { SettingsFile } from './settings.ts'

/** An agent that `init` sets up and `doctor` checks. */
export interface Agent extends Definition {
  /** For `--agent`. */
  readonly name: AgentName
  readonly afterWriteEvent: string
}

export const AGENTS: readonly Agent[] = AGENT_NAMES.map((name) => ({
  name,
  afterWriteEvent: 'PostToolUse',
  ...AGENTS_BY_NAME[name],
}))

/** The files in which an agent reads hooks and servers: those that `init` changes, then the others. */
export function sourcesOf(agent: Agent, { root, env }: Machine): Source[] {
  const variables = agent.variables?.(root) ?? {}
  const settings = agent.settings({ installation: { folder: undefined }, root, agents: [] })
  return [
    ...settings.flatMap((file) => {
      const read = readIn(file)
      return read ? { ...read, file: join(root, file.file), variables, fix: initAgain(agent.name) } : []
    }),
    ...agent.otherSources({ root, env }).map((source) => ({
      fix: 'correct the file by hand',
      ...source,
      variables: { ...variables, ...source.variables },
    })),
  ]
}

/** Undefined if an agent reads neither hooks nor servers in it. */
function readIn(settings: SettingsFile): Pick<Source, 'servers' | 'runsHookAt'> | undefined {
  if ('text' in settings) return settings.runsHookAt === undefined ? undefined : settings
  const additions = 'json' in settings ? settings.json : [settings.toml]
  return { servers: additions.find(({ key }) => key !== undefined)?.path[0] }
}

export { AGENT_NAMES, type AgentName } from './agents.ts'
export type { Project, Source } from './agent.ts'
export * from './programs.ts'
export * from './settings.ts'
export { startScript } from './start-script.ts'
