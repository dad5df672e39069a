import type { CommandModule } from 'yargs'

import { type AgentProgram, findAgentProgram } from '../agent-program.ts'
import { CannotRun } from '../exit-status.ts'

const DESCRIPTIONS: Record<AgentProgram, string> = {
  hook: 'Run the hook: reads one event of an agent from standard input',
  mcp: 'Run the agent tools: an MCP server on standard input and output',
}

/** For the help. main.ts runs the program without yargs, unless it has options, or does not exist, as in the source code. */
export const agentProgramCommand = (name: AgentProgram): CommandModule => ({
  command: name,
  describe: DESCRIPTIONS[name],
  handler: () => {
    throw new CannotRun(
      findAgentProgram(name) === undefined
        ? `workbench ${name} is part of the built command; run npx -y pnpm@12 build`
        : `workbench ${name} takes no options; use the environment, for example WORKBENCH_SCHEMAS`,
    )
  },
})
