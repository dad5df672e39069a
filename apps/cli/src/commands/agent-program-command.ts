import type { CommandModule } from 'yargs'

import type { AgentProgram } from '../agent-program.ts'
import { CannotRun } from '../exit-status.ts'

const DESCRIPTIONS: Record<AgentProgram, string> = {
  hook: 'Run the hook: reads one event of an agent from standard input',
  mcp: 'Run the agent tools: an MCP server on standard input and output',
}

/** For the help. main.ts runs the program without yargs, unless the command runs from source, where it does not exist. */
export const agentProgramCommand = (name: AgentProgram): CommandModule => ({
  command: name,
  describe: DESCRIPTIONS[name],
  handler: () => {
    throw new CannotRun(`workbench ${name} is part of the built command; run npx -y pnpm@12 build`)
  },
})
