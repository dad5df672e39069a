import type { CommandModule } from 'yargs'

import type { ExitStatus } from '../../exit-status.ts'
import type { CommandContext } from '../../context.ts'
import { bundleCommand } from './bundle/command.ts'
import { diffCommand } from './diff/command.ts'
import { docsCommand } from './docs/command.ts'
import { gateCommand } from './gate/command.ts'
import { lintCommand } from './lint/command.ts'
import { listCommand } from './list-command.ts'
import { newCommand } from './new/command.ts'
import { showCommand } from './show-command.ts'

/** The commands below `contracts`. */
export const contractsCommands = (context: CommandContext, exitWith: (status: ExitStatus) => void) =>
  [
    listCommand(context),
    showCommand(context),
    lintCommand(context, exitWith),
    diffCommand(context, exitWith),
    gateCommand(context, exitWith),
    newCommand(context),
    docsCommand(context, exitWith),
    bundleCommand(context, exitWith),
  ] as unknown as readonly CommandModule[]

export const contractsCommand = (
  context: CommandContext,
  exitWith: (status: ExitStatus) => void,
): CommandModule => ({
  command: 'contracts',
  describe: 'List, show, check and document contracts',
  builder: (yargs) => yargs.command([...contractsCommands(context, exitWith)]),
  handler: () => undefined,
})
