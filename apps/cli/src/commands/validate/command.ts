import type { CommandModule } from 'yargs'

import { type Format, FORMATS } from '../../reporters/formats.ts'
import type { ValidateArguments } from './request.ts'

interface Values {
  readonly schemas: string | undefined
  readonly schema_id: string
  /** The command name, then the files. yargs would drop `-` and everything after `--` from a declared positional. */
  readonly _: (string | number)[]
  readonly format: Format | undefined
  readonly ndjson: boolean | undefined
  readonly filesFrom: string | undefined
}

export const validateCommand = (
  validate: (args: ValidateArguments) => Promise<void>,
): CommandModule<{ schemas: string | undefined }, Values> => ({
  command: 'validate <schema_id>',
  describe: 'Validate artifacts against a contract',
  builder: (yargs) =>
    yargs
      .usage(
        '$0 validate <schema_id> <file_path...>\n\nValidates artifacts against a contract; - is standard input.',
      )
      .positional('schema_id', {
        type: 'string',
        demandOption: true,
        describe: 'Contract id, for example finding.v1',
      })
      .option('format', {
        choices: FORMATS,
        defaultDescription: '"text"',
        requiresArg: true,
        describe: 'Output format',
      })
      .option('ndjson', {
        type: 'boolean',
        describe: 'Validate each line as an artifact and print one result per line (newline-delimited JSON)',
      })
      .option('files-from', {
        type: 'string',
        requiresArg: true,
        describe: 'Read file names from this file, one per line; - is standard input',
      })
      .strictCommands(false)
      .example('$0 validate review.v1 review.json', 'Validate one artifact')
      .example('$0 validate finding.v1 *.json --format github', 'Annotate a pull request')
      .example(
        'find . -name "*.json" | $0 validate finding.v1 --files-from -',
        'Validate any number of files',
      )
      .example(
        '$0 validate finding.v1 --ndjson < findings.ndjson',
        'Validate each line of a stream',
      ) as never,
  handler: ({ schemas, schema_id, _: [, ...files], format, ndjson, filesFrom }) =>
    validate({ id: schema_id, files: files.map(String), format, ndjson, filesFrom, schemas }),
})
