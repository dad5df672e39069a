import type { CommandModule } from 'yargs'

import type { Format } from '../../reporters/formats.ts'
import { OPTIONS } from './options.ts'
import type { ValidateArguments } from './request.ts'

interface Values {
  readonly schemas: string | undefined
  readonly schema_id: string
  /** The command's name, and the files: as a positional of its own, yargs would drop `-` and what follows `--`. */
  readonly _: (string | number)[]
  readonly format: Format | undefined
  readonly ndjson: boolean | undefined
  readonly filesFrom: string | undefined
}

export const validateCommand = (
  validate: (args: ValidateArguments) => Promise<void>,
): CommandModule<{ schemas: string | undefined }, Values> => ({
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
      .options(OPTIONS)
      .strictCommands(false)
      .example('$0 validate review.v1 review.json', 'Check one artifact')
      .example('$0 validate finding.v1 *.json --format github', 'Annotate a pull request')
      .example('find . -name "*.json" | $0 validate finding.v1 --files-from -', 'Check any number of files')
      .example('$0 validate finding.v1 --ndjson < findings.ndjson', 'Check each line of a stream') as never,
  handler: ({ schemas, schema_id, _: [, ...files], format, ndjson, filesFrom }) =>
    validate({ id: schema_id, files: files.map(String), format, ndjson, filesFrom, schemas }),
})
