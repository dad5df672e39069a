import type { CommandTable } from '../command-line/define-command.ts'

/** The commands of `workbench`, in the order of its help. */
export const COMMANDS: CommandTable = {
  validate: () => import('./validate/command.ts'),
  fix: () => import('./fix/command.ts'),
  contracts: () => import('./contracts/command.ts'),
  board: () => import('./board/command.ts'),
  facts: () => import('./facts/command.ts'),
  init: () => import('./init/command.ts'),
  doctor: () => import('./doctor/command.ts'),
  completion: () => import('./completion/command.ts'),
  hook: () => import('./agent-programs/hook.ts'),
  mcp: () => import('./agent-programs/mcp.ts'),
}
