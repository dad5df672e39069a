import type { CommandModule } from 'yargs'

import type { CommandContext } from '../../context.ts'
import type { ExitStatus } from '../../exit-status.ts'
import { FORMAT_OPTION, type ListRequest } from '../list-request.ts'

interface Values {
  readonly schemas: string | undefined
  readonly format: ListRequest['format']
  readonly timeout: number
}

export const doctorCommand = (
  context: CommandContext,
  exitWith: (status: ExitStatus) => void,
): CommandModule<{ schemas: string | undefined }, Values> => ({
  command: 'doctor',
  describe: 'Check whether the hook and the tools work as the agents are configured',
  builder: (yargs) =>
    yargs
      .usage(
        '$0 doctor\n\nStarts the hook and the tools of each agent as its settings say, with a broken and a valid artifact in a ' +
          'temporary folder. Prints what works, what does not, and how to fix it. Exit status: 0 all works, 1 something ' +
          'does not, 2 the command could not run.',
      )
      .option('format', FORMAT_OPTION)
      .option('timeout', {
        type: 'number',
        requiresArg: true,
        default: 15,
        describe: 'Seconds that a program has to answer',
      }),
  handler: async ({ schemas, format, timeout }) => {
    const { doctor } = await import('./doctor.ts')
    exitWith(await doctor({ format, directory: schemas, timeout }, context))
  },
})
