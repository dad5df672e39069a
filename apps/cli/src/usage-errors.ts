import { suggest } from '@workbench/contracts'
import type { Argv } from 'yargs'

import { CannotRun } from './exit-status.ts'

/** What yargs knows about the options of a command. */
interface KnownOptions {
  readonly key: Readonly<Record<string, unknown>>
  readonly alias: Readonly<Record<string, readonly string[]>>
  readonly choices: Readonly<Record<string, readonly string[]>>
}

/**
 * Middleware that rejects unknown options and values before yargs does, because its messages suggest nothing.
 * @throws {CannotRun}
 */
export function checkOptions(argv: Readonly<Record<string, unknown>>, parser: Argv): void {
  const { key, alias, choices } = (parser as unknown as { getOptions(): KnownOptions }).getOptions()
  const names = [...Object.keys(key), ...Object.values(alias).flat()]
  const known = new Set([...names, ...names.map(camelCase), '_', '--', '$0'])
  const unknown = Object.keys(argv).filter((name) => !known.has(name))
  if (unknown.length > 0) throw new CannotRun(unknown.map((name) => describeUnknown(name, names)).join('; '))
  for (const [name, values] of Object.entries(choices)) {
    const value = [argv[name]].flat().find((given) => !values.some((choice) => choice === given))
    if (value === undefined) continue
    const suggestion = typeof value === 'string' ? suggest(value, values) : undefined
    throw new CannotRun(
      `Unknown ${optionName(name)} ${JSON.stringify(value)}: ${suggestion === undefined ? '' : `did you mean ${suggestion}? `}Use one of ${values.join(', ')}`,
    )
  }
}

function describeUnknown(name: string, names: readonly string[]): string {
  const suggestion = suggest(name, names)
  return `Unknown option ${optionName(name)}${suggestion === undefined ? '' : `; did you mean ${optionName(suggestion)}?`}`
}

const optionName = (name: string): string => (name.length === 1 ? `-${name}` : `--${name}`)

const camelCase = (name: string): string =>
  name.replaceAll(/-([a-z])/g, (_, letter: string) => letter.toUpperCase())

/** Commands by the command that they belong to. */
export const COMMANDS = {
  workbench: [
    'validate',
    'fix',
    'contracts',
    'board',
    'facts',
    'init',
    'doctor',
    'completion',
    'hook',
    'mcp',
  ],
  contracts: ['list', 'show', 'lint', 'diff', 'gate', 'new', 'docs', 'bundle'],
} as const

const withPlural = (message: string) => ({ one: message, other: message }) as unknown as string

/** Our words for the messages of yargs. Its types know only messages without a plural. */
export const MESSAGES: Record<string, string> = {
  'Not enough arguments following: %s': 'Option --%s needs a value',
  'Not enough non-option arguments: got %s, need at least %s': withPlural(
    'Number of arguments: %s; the command needs at least %s',
  ),
  'Too many non-option arguments: got %s, maximum of %s': withPlural(
    'Number of arguments: %s; the command takes at most %s',
  ),
  'Unknown command: %s': withPlural('Unknown command %s'),
}

/** The error for a message of yargs, with a suggestion for a misspelt command, and the command that shows the usage. */
export function usageError(message: string, args: readonly string[]): CannotRun {
  const [first = '', second = ''] = args.filter((word) => !word.startsWith('-'))
  const known: string[] = COMMANDS.workbench.filter((name) => name === first)
  if (first === 'contracts') known.push(...COMMANDS.contracts.filter((name) => name === second))
  const usage = `see ${['workbench', ...known, '--help'].join(' ')}`
  if (!message.startsWith(UNKNOWN)) return new CannotRun(`${message}; ${usage}`)
  const [names, word] = first === 'contracts' ? [COMMANDS.contracts, second] : [COMMANDS.workbench, first]
  if (names.some((name) => name === word))
    return new CannotRun(`Unexpected argument ${message.slice(UNKNOWN.length)}; ${usage}`)
  const suggestion = suggest(word, names)
  return new CannotRun(
    `Unknown command ${JSON.stringify(word)}${suggestion === undefined ? '' : `; did you mean ${suggestion}?`}; ${usage}`,
  )
}

const UNKNOWN = 'Unknown command '
