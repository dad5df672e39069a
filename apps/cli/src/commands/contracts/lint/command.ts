import type { CommandModule } from 'yargs'

import type { ExitStatus } from '../../../exit-status.ts'
import type { CommandContext } from '../../../context.ts'
import { CHANGE_FORMAT_OPTION, type ChangeFormat } from '../change-verdict.ts'

interface Arguments {
  readonly schemas: string | undefined
  readonly format: ChangeFormat
}

export const lintCommand = (
  context: CommandContext,
  exitWith: (status: ExitStatus) => void,
): CommandModule<{ schemas: string | undefined }, Arguments> => ({
  command: 'lint',
  describe: 'Check that the contract files follow the rules for contracts',
  builder: (yargs) => yargs.option('format', CHANGE_FORMAT_OPTION),
  handler: async ({ schemas, format }) => {
    const { lint } = await import('./lint.ts')
    exitWith(lint({ directory: schemas, format }, context))
  },
})
