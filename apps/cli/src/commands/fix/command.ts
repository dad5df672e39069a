import type { CommandModule } from 'yargs'

import type { CommandContext } from '../../context.ts'
import type { ExitStatus } from '../../exit-status.ts'

interface Values {
  readonly schemas: string | undefined
  /** The command name, then the contract id, if any, and the files. */
  readonly _: (string | number)[]
  readonly write: boolean
}

export const fixCommand = (
  context: CommandContext,
  exitWith: (status: ExitStatus) => void,
): CommandModule<{ schemas: string | undefined }, Values> => ({
  command: 'fix',
  describe: 'Fix what can be fixed in artifacts without losing data or guessing',
  builder: (yargs) =>
    yargs
      .usage(
        '$0 fix [schema_id] <file_path...>\n\nFixes syntax errors and violations where the fix is unambiguous, and prints a diff. ' +
          'Without a contract id, each artifact is fixed for the contract that its schema member names.',
      )
      .option('write', {
        type: 'boolean',
        default: false,
        describe: 'Write the fixed artifacts to their files',
      })
      .strictCommands(false)
      .example('$0 fix finding.json', 'Print what would be changed')
      .example('$0 fix --write .workbench/blackboard/w1/auditor.json', 'Fix a file in place'),
  handler: async ({ schemas, _: [, ...words], write }) => {
    const { fixFiles } = await import('./fix-files.ts')
    exitWith(fixFiles({ words: words.map(String), directory: schemas, write }, context))
  },
})
