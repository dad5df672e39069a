import { defineCommand } from '../../../command-line/define-command.ts'

export const command = defineCommand({
  describe: 'Write one schema for the artifacts of all contracts, for editors',
  arguments: {
    file: {
      type: 'string',
      demandOption: true,
      describe: 'Output file, for example .vscode/artifact.schema.json',
    },
  },
  options: {
    check: {
      type: 'boolean',
      default: false,
      describe: 'Write nothing; exit with 1 if the file is out of date',
    },
  },
  missingArguments: 'Name the output file: workbench contracts bundle .vscode/artifact.schema.json',
  run: async ({ schemas, file, check }, context) => {
    const { writeBundle } = await import('./write-bundle.ts')
    return writeBundle({ directory: schemas, file, check }, context)
  },
})
