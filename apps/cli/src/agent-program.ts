import { existsSync } from 'node:fs'
import { join } from 'node:path'

/** The commands that agents start. Each is a bundle of its own, because the hook starts at every write of an agent. */
export const AGENT_PROGRAMS = ['hook', 'mcp'] as const

export type AgentProgram = (typeof AGENT_PROGRAMS)[number]

/** Path of the bundle of the hook or of the agent tools; undefined if this command runs from source. */
export const findAgentProgram = (name: AgentProgram): string | undefined =>
  // In the published package, and in the build of this repository.
  [import.meta.dirname, join(import.meta.dirname, 'package')]
    .map((folder) => join(folder, `${name}.cjs`))
    .find((file) => existsSync(file))
