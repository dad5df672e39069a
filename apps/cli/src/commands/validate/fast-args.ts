import { parseArgs, type ParseArgsConfig } from 'node:util'

import type { Declarations } from '../../command-line/define-command.ts'
import { GLOBAL_OPTIONS } from '../../command-line/global-options.ts'
import { OPTIONS, type ValidateValues } from './options.ts'

/** Words that yargs does not take literally: `--`, the implicit `help` command, booleans, quotes and empty values. */
const SPECIAL = /^(|--|help|true|false)$|["'`]|=$/

const DECLARED: Declarations = { ...OPTIONS, schemas: GLOBAL_OPTIONS.schemas }

/**
 * Parses a simple `validate` command line with `util.parseArgs`, because loading yargs takes longer than validating an
 * artifact. Returns undefined for any other command line: yargs parses it, and reports the errors of an invalid one.
 */
export function parseFastArgs(args: readonly string[]): ValidateValues | undefined {
  if (args[0] !== 'validate' || args.some((arg) => SPECIAL.test(arg))) return undefined
  // `util.parseArgs` takes longer for thousands of paths than their validation. None after the last option needs it.
  const lastOption = args.findLastIndex((arg) => arg.startsWith('-'))
  const firstPath = Math.max(lastOption, 0) + 2
  const parsed = tryParse(args.slice(1, firstPath))
  if (!parsed) return undefined
  const words = [...parsed.positionals, ...args.slice(firstPath)]
  const areKnown = Object.entries(parsed.values).every(([name, value]) => isAllowed(name, value))
  return words.length > 0 && areKnown ? ({ ...parsed.values, words } as unknown as ValidateValues) : undefined
}

function tryParse(args: string[]) {
  try {
    return parseArgs({ args, allowPositionals: true, allowNegative: true, options: PARSED })
  } catch {
    return undefined
  }
}

/** The options in the form of `util.parseArgs`. */
const PARSED: ParseArgsConfig['options'] = Object.fromEntries(
  Object.entries(DECLARED).map(([name, { type, array = false }]) => [
    name,
    { type: type === 'boolean' ? 'boolean' : 'string', multiple: array },
  ]),
)

/** Yargs does not take `-` as a value of an option with several. */
const isAllowed = (name: string, value: unknown): boolean =>
  !(Array.isArray(value) && value.includes('-')) &&
  (DECLARED[name]?.choices?.some((choice) => choice === value) ?? true)
