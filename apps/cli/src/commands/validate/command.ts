import type { CommandModule } from 'yargs'

import { CannotRun, type ExitStatus } from '../../exit-status.ts'
import { type Format, FORMATS } from '../../reporters/formats.ts'
import type { Terminal } from '../../terminal.ts'

interface Arguments {
  readonly schemas: string | undefined
  readonly schema_id: string
  /** The command's name, and the files: as a positional of its own, yargs would drop `-` and what follows `--`. */
  readonly _: (string | number)[]
  readonly format: Format
}

export const validateCommand = (
  terminal: Terminal,
  exitWith: (status: ExitStatus) => void,
): CommandModule<{ schemas: string | undefined }, Arguments> => ({
  command: 'validate <schema_id>',
  describe: 'Check artifacts against a contract',
  builder: (yargs) =>
    yargs
      .usage(
        '$0 validate <schema_id> <file_path...>\n\nChecks artifacts against a contract; - is standard input.',
      )
      .positional('schema_id', {
        type: 'string',
        demandOption: true,
        describe: 'Id of the contract, as in finding.v1',
      })
      .option('format', { choices: FORMATS, default: 'text', describe: 'How to write the verdicts' })
      .strictCommands(false)
      .example('$0 validate review.v1 review.json', 'Check one artifact')
      .example('$0 validate finding.v1 *.json --format github', 'Annotate a pull request') as never,
  handler: async ({ schemas, schema_id, _: [, ...paths], format }) => {
    if (paths.length === 0) throw new CannotRun('Name a file to check, or - for standard input')
    const { validate } = await import('./validate.ts')
    exitWith(
      await validate({ id: schema_id, files: paths.map(String), format, directory: schemas }, terminal),
    )
  },
})
