import { suggest } from '@workbench/contracts/internal'

import { CannotRun } from '../exit-status.ts'
import { kindOfPath } from '../paths.ts'
import { type CommandTree, findCommand } from './command-tree.ts'

const MISSING = 'Missing arguments: '
const UNKNOWN = 'Unknown command '

const withPlural = (message: string) => ({ one: message, other: message }) as unknown as string

/** Replacements for messages of yargs. Its types know only messages without a plural. */
export const MESSAGES: Record<string, string> = {
  'Not enough arguments following: %s': 'Option --%s needs a value',
  'Not enough non-option arguments: got %s, need at least %s': withPlural(`${MISSING}got %s of %s`),
  'Unknown command: %s': withPlural(`${UNKNOWN}%s`),
}

/** Says which command prints the usage of a command. */
export const usageOf = (path: readonly string[]): string =>
  `see ${['workbench', ...path, '--help'].join(' ')}`

/** `help validate` as `validate --help`. Without the option if the command is unknown: the help would not say so. */
export function withHelpOption(args: readonly string[], tree: CommandTree): readonly string[] {
  if (args[0] !== 'help') return args
  const line = args.slice(1)
  const { rest, command } = findCommand(line, tree)
  return command !== undefined || rest.length === 0 ? [...line, '--help'] : line
}

/** Removes `--` before a command, and after one that does not take words as they are: yargs would ignore what follows it. */
export function withoutSeparator(args: readonly string[], tree: CommandTree): readonly string[] {
  if (args[0] === '--') return withoutSeparator(args.slice(1), tree)
  const { command } = findCommand(args.slice(0, args.indexOf('--')), tree)
  return command?.words === undefined ? args.filter((word) => word !== '--') : args
}

/** The error for a message of yargs, with a suggestion for a misspelt command, and the command that shows the usage. */
export function usageError(
  message: string,
  args: readonly string[],
  commands: CommandTree,
  cwd: string,
): CannotRun {
  const { path, rest, command, tree } = findCommand(args, commands)
  const usage = usageOf(path)
  if (message.startsWith(MISSING) && command?.missingArguments !== undefined)
    return new CannotRun(command.missingArguments)
  if (!message.startsWith(UNKNOWN)) return new CannotRun(`${message}; ${usage}`)
  if (command) return new CannotRun(`Unexpected argument ${message.slice(UNKNOWN.length)}; ${usage}`)
  const [word = ''] = rest
  const isOfOtherTools = path.length === 0 && (word === 'lint' || word === 'check')
  const suggestion = isOfOtherTools ? 'validate, or contracts lint' : suggest(word, [...tree.keys()])
  const advice =
    suggestion !== undefined
      ? `; did you mean ${suggestion}?`
      : path.length === 0 && kindOfPath(word, cwd) !== undefined
        ? `; to validate this path, run workbench validate ${word}`
        : ''
  return new CannotRun(`${UNKNOWN}${JSON.stringify(word)}${advice}; ${usage}`)
}
