import { defineCommand, type Values } from '../../command-line/define-command.ts'
import { FORMATS } from '../../reporters/formats.ts'

const OPTIONS = {
  format: {
    choices: FORMATS,
    defaultDescription: '"text"',
    describe: 'Output format',
  },
  ndjson: {
    type: 'boolean',
    describe: 'Validate each line as an artifact and print one result per line (newline-delimited JSON)',
  },
  'files-from': {
    type: 'string',
    describe: 'Read file names from this file, one per line; - is standard input',
  },
  ignore: {
    type: 'string',
    array: true,
    nargs: 1,
    describe: 'Leave out the files that match this pattern; can be repeated',
  },
  quiet: { type: 'boolean', describe: 'Print violations and errors only, no summary' },
} as const

/** The words are paths, with a contract id before them if all artifacts have the same contract. */
export type ValidateValues = Values<typeof OPTIONS>

export const command = defineCommand({
  describe: 'Validate artifacts against their contracts',
  details:
    'Validates artifacts against the contract with this id, or else against the one that each artifact names. A path is a file, a directory, a pattern in quotes, or - for standard input.',
  words: '[schema_id] <path...>',
  options: OPTIONS,
  examples: [
    ['$0 validate review.json', 'Validate one artifact'],
    ['$0 validate .workbench', 'Validate all artifacts in a directory'],
    ['$0 validate finding.v1 "**/*.finding.json" --format github', 'Annotate a pull request'],
    ['find . -name "*.json" | $0 validate finding.v1 --files-from -', 'Validate any number of files'],
    ['$0 validate finding.v1 --ndjson < findings.ndjson', 'Validate each line of a stream'],
  ],
  run: async (values, context) => {
    const { validate } = await import('./validate.ts')
    return validate(values, context)
  },
})
