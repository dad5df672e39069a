import { type Declarations, text } from './define-command.ts'

/** The options of every command, beside `--help` and `--version`. */
export const GLOBAL_OPTIONS = {
  schemas: text(
    'Directory of the contract files [else WORKBENCH_SCHEMAS, the project, or the built-in ones]',
  ),
  color: {
    type: 'boolean',
    describe: 'Print colors, or not with --no-color [else on terminals only]',
  },
} as const satisfies Declarations
