import { suggest } from '@workbench/contracts'

import { CannotRun } from './exit-status.ts'
import { kindOfPath } from './paths.ts'

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

/** What to name after a command that needs arguments, with an example. */
const MISSING_ARGUMENTS = new Map([
  ['show', 'Name a contract: workbench contracts show finding.v1'],
  ['diff', 'Name the old and the new contract file, or two directories: workbench contracts diff old/ new/'],
  ['new', 'Name the artifact: workbench contracts new finding'],
  ['bundle', 'Name the output file: workbench contracts bundle .vscode/artifact.schema.json'],
])

const MISSING = 'Missing arguments: '
const UNKNOWN = 'Unknown command '

const withPlural = (message: string) => ({ one: message, other: message }) as unknown as string

/** Replacements for messages of yargs. Its types know only messages without a plural. */
export const MESSAGES: Record<string, string> = {
  'Not enough arguments following: %s': 'Option --%s needs a value',
  'Not enough non-option arguments: got %s, need at least %s': withPlural(`${MISSING}got %s of %s`),
  'Too many non-option arguments: got %s, maximum of %s': withPlural(
    'Number of arguments: %s; the command takes at most %s',
  ),
  'Unknown command: %s': withPlural(`${UNKNOWN}%s`),
}

/** Options of which the value is a word of its own, perhaps before the command. */
const OPTIONS_WITH_VALUE = ['--schemas', '--format']

const wordsOf = (args: readonly string[]): string[] =>
  args.filter((word, index) => !word.startsWith('-') && !OPTIONS_WITH_VALUE.includes(args[index - 1] ?? ''))

/** Says which command prints the usage. */
export function usageOf(args: readonly string[]): string {
  const [first, second] = wordsOf(args)
  const known: string[] = COMMANDS.workbench.filter((name) => name === first)
  if (first === 'contracts') known.push(...COMMANDS.contracts.filter((name) => name === second))
  return `see ${['workbench', ...known, '--help'].join(' ')}`
}

/** `help validate` as `validate --help`. Without the option if the command is unknown: the help would not say so. */
export function withHelpOption(args: readonly string[]): readonly string[] {
  if (args[0] !== 'help') return args
  const words = args.slice(1)
  return words.length === 0 || COMMANDS.workbench.some((name) => name === words[0])
    ? [...words, '--help']
    : words
}

/** Commands that take words after `--` from `argv._`. */
const WITH_SEPARATOR = ['validate', 'fix']

/** Removes `--` before a command, and after one that is not among these: yargs would ignore the words after it. */
export function withoutSeparator(args: readonly string[]): readonly string[] {
  if (args[0] === '--') return withoutSeparator(args.slice(1))
  const before = args.slice(0, args.indexOf('--'))
  return before.some((word) => WITH_SEPARATOR.includes(word)) ? args : args.filter((word) => word !== '--')
}

/** The error for a message of yargs, with a suggestion for a misspelt command, and the command that shows the usage. */
export function usageError(message: string, args: readonly string[], cwd: string): CannotRun {
  const [first = '', second = ''] = wordsOf(args)
  const usage = usageOf(args)
  const missing = message.startsWith(MISSING) ? MISSING_ARGUMENTS.get(second) : undefined
  if (missing !== undefined) return new CannotRun(missing)
  if (!message.startsWith(UNKNOWN)) return new CannotRun(`${message}; ${usage}`)
  const [names, word] = first === 'contracts' ? [COMMANDS.contracts, second] : [COMMANDS.workbench, first]
  if (names.some((name) => name === word))
    return new CannotRun(`Unexpected argument ${message.slice(UNKNOWN.length)}; ${usage}`)
  const suggestion = suggest(word, names)
  const advice =
    suggestion !== undefined
      ? `; did you mean ${suggestion}?`
      : word === first && kindOfPath(word, cwd) !== undefined
        ? `; to validate this path, run workbench validate ${word}`
        : ''
  return new CannotRun(`${UNKNOWN}${JSON.stringify(word)}${advice}; ${usage}`)
}
