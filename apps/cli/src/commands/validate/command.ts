import type { CommandModule } from 'yargs'

import { type Format, FORMATS } from '../../reporters/formats.ts'
import type { ValidateArguments } from './request.ts'

interface Values {
  readonly schemas: string | undefined
  /** The command name, then the contract and the paths. yargs would drop `-` and everything after `--` from a declared positional. */
  readonly _: (string | number)[]
  readonly format: Format | undefined
  readonly ndjson: boolean | undefined
  readonly filesFrom: string | undefined
  readonly ignore: readonly string[] | undefined
  readonly quiet: boolean | undefined
}

export const validateCommand = (
  validate: (args: ValidateArguments) => Promise<void>,
): CommandModule<{ schemas: string | undefined }, Values> => ({
  command: 'validate',
  describe: 'Validate artifacts against their contracts',
  builder: (yargs) =>
    yargs
      .usage(
        '$0 validate [schema_id] <path...>\n\nValidates artifacts against the contract with this id, or else against the one that each artifact names. A path is a file, a directory, a pattern in quotes, or - for standard input.',
      )
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
      .option('ignore', {
        type: 'string',
        array: true,
        nargs: 1,
        requiresArg: true,
        describe: 'Leave out the files that match this pattern; can be repeated',
      })
      .option('quiet', { type: 'boolean', describe: 'Print violations and errors only, no summary' })
      .strictCommands(false)
      .example('$0 validate review.json', 'Validate one artifact')
      .example('$0 validate .workbench', 'Validate all artifacts in a directory')
      .example('$0 validate finding.v1 "**/*.finding.json" --format github', 'Annotate a pull request')
      .example(
        'find . -name "*.json" | $0 validate finding.v1 --files-from -',
        'Validate any number of files',
      )
      .example(
        '$0 validate finding.v1 --ndjson < findings.ndjson',
        'Validate each line of a stream',
      ) as never,
  handler: ({ schemas, _: [, ...words], format, ndjson, filesFrom, ignore, quiet }) =>
    validate({ words: words.map(String), format, ndjson, filesFrom, ignore, quiet, schemas }),
})
