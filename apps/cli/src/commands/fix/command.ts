import { defineCommand, flag, type Values } from '../../command-line/define-command.ts'
import { FORMAT_OPTION } from '../format-option.ts'

const OPTIONS = {
  format: FORMAT_OPTION,
  write: flag('Write the fixed artifacts to their files'),
} as const

export type FixValues = Values<typeof OPTIONS>

export const command = defineCommand({
  describe: 'Fix what can be fixed in artifacts without losing data or guessing',
  details:
    'Fixes syntax errors and violations where the fix is unambiguous, and prints a diff. ' +
    'Without a contract id, each artifact is fixed for the contract that its schema member names. ' +
    'A path is a file, a directory, a pattern in quotes, or - for standard input, whose fixed text is printed.',
  words: '[schema_id] <path...>',
  options: OPTIONS,
  examples: [
    ['$0 fix finding.json', 'Print what would be changed'],
    ['$0 fix --write .workbench/blackboard/w1/auditor.json', 'Fix a file in place'],
  ],
  run: async (values, context) => (await import('./fix-files.ts')).fixFiles(values, context),
})
