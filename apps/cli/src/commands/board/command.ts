import type { CommandModule } from 'yargs'

import type { CommandContext } from '../../context.ts'
import { FORMATS, type ListRequest } from '../list-request.ts'

interface Arguments {
  readonly schemas: string | undefined
  readonly format: ListRequest['format']
}

export const boardCommand = (
  context: CommandContext,
): CommandModule<{ schemas: string | undefined }, Arguments> => ({
  command: 'board',
  describe: 'Show the artifacts on the blackboard: wave, agent, contract, state, age, size',
  builder: (yargs) =>
    yargs.option('format', { choices: FORMATS, default: 'text' as const, describe: 'Output format' }),
  handler: async ({ schemas, format }) => {
    const { showBoard } = await import('./show-board.ts')
    showBoard({ format, directory: schemas }, context)
  },
})
