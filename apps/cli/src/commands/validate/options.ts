import { text, type Values } from '../../command-line/define-command.ts'
import { FORMATS } from '../../reporters/reporters.ts'

export const OPTIONS = {
  format: {
    choices: FORMATS,
    defaultDescription: '"text"',
    describe: 'Output format',
  },
  ndjson: {
    type: 'boolean',
    describe: 'Validate each line as an artifact and print one result per line (newline-delimited JSON)',
  },
  'files-from': text('Read file names from this file, one per line; - is standard input'),
  ignore: {
    type: 'string',
    array: true,
    nargs: 1,
    describe: 'Leave out the files that match this pattern; can be repeated',
  },
  'error-on-unmatched': {
    type: 'boolean',
    describe: 'Fail if a path names no file, or not with --no-error-on-unmatched [else fail]',
  },
  deliverables: {
    type: 'boolean',
    describe: 'Advise on deliverables of handoffs that are now missing, invalid or of another size',
  },
  evidence: {
    type: 'boolean',
    describe: 'Advise on files, lines and excerpts that findings cite and the project does not have',
  },
  quiet: { type: 'boolean', describe: 'Print violations and errors only, no summary' },
} as const

/** The words are paths, with a contract id before them if all artifacts have the same contract. */
export type ValidateValues = Values<typeof OPTIONS>
