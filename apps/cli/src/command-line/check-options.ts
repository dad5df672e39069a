import { suggest } from '@workbench/contracts/internal'

import { CannotRun } from '../exit-status.ts'
import { type CommandTree, findCommand } from './command-tree.ts'
import type { Declarations } from './define-command.ts'
import { usageOf } from './usage-errors.ts'

type Values = Readonly<Record<string, unknown>>

/** The options that yargs declares. */
const OTHER_OPTIONS = ['help', 'h', 'version', 'V']

/**
 * Rejects unknown options and values before yargs does, because its messages suggest nothing, and values that yargs does
 * not reject. Keeps the last value of an option that is repeated, except of those with several values.
 * @param argv what yargs has parsed
 * @param args the command line
 * @param tree all commands
 * @throws {CannotRun}
 */
export function checkOptions(
  argv: Record<string, unknown>,
  args: readonly string[],
  tree: CommandTree,
): void {
  const { path, command, declared } = findCommand(args, tree)
  for (const [name, value] of Object.entries(argv))
    if (Array.isArray(value) && !['_', '--'].includes(name) && declared[name]?.array !== true)
      argv[name] = value.at(-1)
  checkNames(argv, declared)
  // An empty path would name the current directory.
  if (Object.values(argv).flat().includes(''))
    throw new CannotRun(
      'A path or another value is empty; write it, or check the variable from which it comes',
    )
  checkBooleans(args, declared)
  checkValues(argv, declared, path)
  checkChoices(argv, declared, Object.keys(command?.arguments ?? {}))
}

function checkNames(argv: Values, declared: Declarations): void {
  const names = [...Object.keys(declared), ...OTHER_OPTIONS]
  const known = new Set([...names, '_', '--', '$0'])
  const unknown = Object.keys(argv).filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new CannotRun(unknown.map((name) => describeUnknown(name, names, declared)).join('; '))
}

/** yargs takes any other value of such an option as false. */
function checkBooleans(args: readonly string[], declared: Declarations): void {
  const end = args.indexOf('--')
  for (const word of end === -1 ? args : args.slice(0, end)) {
    const [, name = '', value = ''] = /^--([^=]+)=(.*)$/s.exec(word) ?? []
    const isBoolean = OTHER_OPTIONS.includes(name) || declared[name]?.type === 'boolean'
    if (isBoolean && value !== 'true' && value !== 'false')
      throw new CannotRun(`Option --${name} takes no value; received ${JSON.stringify(value)}`)
  }
}

/** yargs takes `--no-format` as the value false of `--format`. */
function checkValues(argv: Values, declared: Declarations, path: readonly string[]): void {
  for (const [name, { type, choices }] of Object.entries(declared))
    if ((type === 'string' || choices !== undefined) && [argv[name]].flat().includes(false))
      throw new CannotRun(`Option --${name} needs a value; ${usageOf(path)}`)
}

function checkChoices(argv: Values, declared: Declarations, positionals: readonly string[]): void {
  for (const [name, { choices }] of Object.entries(declared)) {
    const values = choices?.map(String)
    const value = [argv[name]].flat().find((given) => !values?.some((choice) => choice === given))
    if (values === undefined || value === undefined) continue
    const suggestion = typeof value === 'string' ? suggest(value, values) : undefined
    throw new CannotRun(
      `Unknown ${positionals.includes(name) ? name : optionName(name)} ${JSON.stringify(value)}: ${suggestion === undefined ? '' : `did you mean ${suggestion}? `}Use one of ${values.join(', ')}`,
    )
  }
}

/** What people expect who know other tools. */
const HINTS: Readonly<Record<string, string>> = {
  fix: 'to fix artifacts, run workbench fix',
  contract: 'the contract is the first argument, as in workbench validate finding.v1 finding.json',
}

function describeUnknown(name: string, names: readonly string[], { format }: Declarations): string {
  if (format?.choices?.includes(name)) return `Unknown option --${name}; did you mean --format ${name}?`
  const hint = Object.hasOwn(HINTS, name) ? HINTS[name] : undefined
  if (hint !== undefined) return `Unknown option --${name}; ${hint}`
  const suggestion = suggest(name, names)
  return `Unknown option ${optionName(name)}${suggestion === undefined ? '' : `; did you mean ${optionName(suggestion)}?`}`
}

const optionName = (name: string): string => (name.length === 1 ? `-${name}` : `--${name}`)
