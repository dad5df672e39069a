import type { CommandModule } from 'yargs'

import type { CommandContext } from '../../context.ts'
import type { ExitStatus } from '../../exit-status.ts'
import { FORMATS, type ListRequest } from '../list-request.ts'

interface Arguments {
  readonly schemas: string | undefined
  readonly format: ListRequest['format']
  readonly check: boolean
}

export const boardCommand = (
  context: CommandContext,
  exitWith: (status: ExitStatus) => void,
): CommandModule<{ schemas: string | undefined }, Arguments> => ({
  command: 'board',
  describe: 'Show the artifacts on the blackboard: wave, agent, contract, state, age, size',
  builder: (yargs) =>
    yargs
      .option('format', { choices: FORMATS, default: 'text' as const, describe: 'Output format' })
      .option('check', {
        type: 'boolean',
        default: false,
        describe: 'List only invalid artifacts, with their violations; exit with 1 if there are any',
      }),
  handler: async ({ schemas, format, check }) => {
    const request = { format, directory: schemas }
    if (check) {
      const { checkBoard } = await import('./check-board.ts')
      exitWith(checkBoard(request, context))
    } else {
      const { showBoard } = await import('./show-board.ts')
      showBoard(request, context)
    }
  },
})
