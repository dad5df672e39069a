import { agentProgramCommand } from './agent-program-command.ts'

export const command = agentProgramCommand(
  'hook',
  'Run the hook: reads one event of an agent from standard input',
)
