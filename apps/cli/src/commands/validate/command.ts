import { defineCommand } from '../../command-line/define-command.ts'
import { OPTIONS } from './options.ts'

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
  run: async (values, context) => (await import('./validate.ts')).validate(values, context),
})
