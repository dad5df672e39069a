import { FORMATS } from '../../reporters/formats.ts'

/** The options of `validate`, as yargs takes them. Both readers of the command line know them from here. */
export const OPTIONS = {
  format: {
    choices: FORMATS,
    defaultDescription: '"text"',
    requiresArg: true,
    describe: 'How to write the verdicts',
  },
  ndjson: {
    type: 'boolean',
    describe: 'Take each line for an artifact, and write a verdict a line (newline-delimited JSON)',
  },
  'files-from': {
    type: 'string',
    requiresArg: true,
    describe: 'Check the files that this file names, one a line; - is standard input',
  },
} as const

/** The option of every command that says where the contracts are. */
export const SCHEMAS = {
  schemas: {
    type: 'string',
    requiresArg: true,
    global: true,
    describe: 'Directory of the contract files [else WORKBENCH_SCHEMAS, the project, or the built-in ones]',
  },
} as const
