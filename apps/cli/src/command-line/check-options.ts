import { suggest } from '@workbench/contracts/internal'
import type { Argv } from 'yargs'

import { CannotRun } from '../exit-status.ts'
import type { CommandTree } from './command-tree.ts'
import { usageOf } from './usage-errors.ts'

/** What yargs knows about the options of a command. */
interface KnownOptions {
  readonly key: Readonly<Record<string, unknown>>
  readonly array: readonly string[]
  readonly string: readonly string[]
  readonly boolean: readonly string[]
  readonly alias: Readonly<Record<string, readonly string[]>>
  readonly choices: Readonly<Record<string, readonly string[]>>
}

/** What the types of yargs lack. */
interface Parser {
  getOptions(): KnownOptions
  getGroups(): Readonly<Record<string, readonly string[]>>
}

type Values = Readonly<Record<string, unknown>>

/**
 * Middleware that rejects unknown options and values before yargs does, because its messages suggest nothing, and values
 * that yargs does not reject.
 * @param argv what yargs has parsed
 * @param args the command line
 * @param tree all commands
 * @throws {CannotRun}
 */
export function checkOptions(argv: Values, command: Argv, args: readonly string[], tree: CommandTree): void {
  const parser = command as unknown as Parser
  const options = parser.getOptions()
  checkNames(argv, options)
  checkBooleans(args, options)
  checkValues(argv, options, () => usageOf(args, tree))
  checkChoices(argv, options, parser.getGroups()['Positionals:'] ?? [])
}

/** Keeps the last value of an option that is repeated, except of those with several values. */
export function useLastValues(argv: Record<string, unknown>, command: Argv): void {
  const { array } = (command as unknown as Parser).getOptions()
  for (const [name, value] of Object.entries(argv))
    if (Array.isArray(value) && !['_', '--', ...array].includes(name)) argv[name] = value.at(-1)
}

function checkNames(argv: Values, { key, alias, choices }: KnownOptions): void {
  const names = [...Object.keys(key), ...Object.values(alias).flat()]
  const known = new Set([...names, '_', '--', '$0'])
  const unknown = Object.keys(argv).filter((name) => !known.has(name))
  if (unknown.length > 0)
    throw new CannotRun(unknown.map((name) => describeUnknown(name, names, choices)).join('; '))
}

/** yargs takes any other value of such an option as false. */
function checkBooleans(args: readonly string[], { boolean }: KnownOptions): void {
  const end = args.indexOf('--')
  for (const word of end === -1 ? args : args.slice(0, end)) {
    const [, name = '', value = ''] = /^--([^=]+)=(.*)$/s.exec(word) ?? []
    if (boolean.includes(name) && value !== 'true' && value !== 'false')
      throw new CannotRun(`Option --${name} takes no value; received ${JSON.stringify(value)}`)
  }
}

/** yargs takes `--no-format` as the value false of `--format`. */
function checkValues(argv: Values, { string, choices }: KnownOptions, usage: () => string): void {
  const name = [...string, ...Object.keys(choices)].find((name) => [argv[name]].flat().includes(false))
  if (name !== undefined) throw new CannotRun(`Option --${name} needs a value; ${usage()}`)
}

function checkChoices(argv: Values, { choices }: KnownOptions, positionals: readonly string[]): void {
  for (const [name, values] of Object.entries(choices)) {
    const value = [argv[name]].flat().find((given) => !values.some((choice) => choice === given))
    if (value === undefined) continue
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

function describeUnknown(name: string, names: readonly string[], choices: KnownOptions['choices']): string {
  if (choices['format']?.includes(name)) return `Unknown option --${name}; did you mean --format ${name}?`
  const hint = Object.hasOwn(HINTS, name) ? HINTS[name] : undefined
  if (hint !== undefined) return `Unknown option --${name}; ${hint}`
  const suggestion = suggest(name, names)
  return `Unknown option ${optionName(name)}${suggestion === undefined ? '' : `; did you mean ${optionName(suggestion)}?`}`
}

const optionName = (name: string): string => (name.length === 1 ? `-${name}` : `--${name}`)
