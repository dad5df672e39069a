import { defineCommand } from '../../../command-line/define-command.ts'

export const command = defineCommand({
  describe: 'Create a contract file from a template',
  arguments: {
    noun: { type: 'string', demandOption: true, describe: 'Name of the artifact, for example finding' },
  },
  options: {
    major: { type: 'number', default: 1, describe: 'Major version' },
  },
  missingArguments: 'Name the artifact: workbench contracts new finding',
  run: async ({ schemas, noun, major }, context) => {
    const { createContract } = await import('./create-contract.ts')
    createContract({ directory: schemas, noun, major }, context)
    return 0
  },
})
