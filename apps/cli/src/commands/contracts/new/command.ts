import type { CommandModule } from 'yargs'

import type { CommandContext } from '../../../context.ts'

interface Arguments {
  readonly schemas: string | undefined
  readonly noun: string
  readonly major: number
}

export const newCommand = (
  context: CommandContext,
): CommandModule<{ schemas: string | undefined }, Arguments> => ({
  command: 'new <noun>',
  describe: 'Create a contract file from a template',
  builder: (yargs) =>
    yargs
      .positional('noun', {
        type: 'string',
        demandOption: true,
        describe: 'Name of the artifact, for example finding',
      })
      .option('major', { type: 'number', requiresArg: true, default: 1, describe: 'Major version' }),
  handler: async ({ schemas, noun, major }) => {
    const { createContract } = await import('./create-contract.ts')
    createContract({ directory: schemas, noun, major }, context)
  },
})
