import type { CommandTable } from '../command-line/define-command.ts'
import { agentProgram } from './agent-program.ts'

/** The commands of `workbench`, in the order of its help. */
export const COMMANDS: CommandTable = {
  validate: () => import('./validate/command.ts'),
  fix: () => import('./fix/command.ts'),
  export: () => import('./export/command.ts'),
  contracts: () => import('./contracts/command.ts'),
  board: () => import('./board/command.ts'),
  facts: () => import('./facts/command.ts'),
  init: () => import('./init/command.ts'),
  doctor: () => import('./doctor/command.ts'),
  completion: () => import('./completion/command.ts'),
  hook: agentProgram('hook', 'Run the hook: reads one event of an agent from standard input'),
  mcp: agentProgram('mcp', 'Run the agent tools: an MCP server on standard input and output'),
}
