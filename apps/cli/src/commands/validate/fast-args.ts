import { parseArgs } from 'node:util'

import { FORMATS } from '../../reporters/formats.ts'
import type { ValidateArguments } from './request.ts'

/** Words that yargs does not take literally: `--`, the implicit `help` command, booleans, quotes and empty values. */
const SPECIAL = /^(|--|help|true|false)$|["'`]|=$/

/**
 * Parses a simple `validate` command line with `util.parseArgs`, because loading yargs takes longer than validating an
 * artifact. Returns undefined for any other command line: yargs parses it, and reports the errors of an invalid one.
 */
export function parseFastArgs(args: readonly string[]): ValidateArguments | undefined {
  if (args[0] !== 'validate' || args.some((arg) => SPECIAL.test(arg))) return undefined
  // `util.parseArgs` takes longer for thousands of paths than their validation. None after the last option needs it.
  const lastOption = args.findLastIndex((arg) => arg.startsWith('-'))
  const firstPath = Math.max(lastOption, 0) + 2
  const parsed = tryParse(args.slice(1, firstPath))
  if (!parsed) return undefined
  const { values } = parsed
  const positionals = [...parsed.positionals, ...args.slice(firstPath)]
  const format = FORMATS.find((name) => name === values.format)
  if (positionals.length === 0 || format !== values.format) return undefined
  return {
    words: positionals,
    format,
    ndjson: values.ndjson,
    quiet: values.quiet,
    filesFrom: values['files-from'],
    schemas: values.schemas,
  }
}

function tryParse(args: string[]) {
  try {
    return parseArgs({
      args,
      allowPositionals: true,
      options: {
        format: { type: 'string' },
        ndjson: { type: 'boolean' },
        quiet: { type: 'boolean' },
        'files-from': { type: 'string' },
        schemas: { type: 'string' },
      },
    })
  } catch {
    return undefined
  }
}
