import { openContracts } from '@workbench/contracts'

import {
  argumentsUsage,
  type CommandTree,
  findCommand,
  optionsWithValue,
  wordsOf,
} from '../../command-line/command-tree.ts'
import type { Command, Declarations } from '../../command-line/define-command.ts'
import { GLOBAL_OPTIONS } from '../../command-line/global-options.ts'
import type { CommandContext } from '../../context.ts'

/** Where to search for contracts. */
type Environment = Pick<CommandContext, 'env' | 'cwd'>

/** Options of every command that yargs declares itself, or derives. */
const OTHER_OPTIONS = ['--help', '--version', '--no-color']

/**
 * Completions of the last word; none where a file name is expected, which the shell completes.
 * @param given the words after the program name; the last one may be empty
 */
export function complete(given: readonly string[], tree: CommandTree, environment: Environment): string[] {
  // bash makes a word of its own of the equals sign in --format=json.
  const words = [...given.slice(0, -1), given.at(-1) === '=' ? '' : (given.at(-1) ?? '')].filter(
    (word) => word !== '=',
  )
  const current = words.at(-1) ?? ''
  const found = candidates(words.slice(0, -1), current, tree, environment)
  return found.filter((word) => word.startsWith(current))
}

function candidates(
  before: readonly string[],
  current: string,
  commands: CommandTree,
  environment: Environment,
): readonly string[] {
  const plain = wordsOf(before, commands)
  const { path, command, tree } = findCommand(plain, commands)
  const options: Declarations = { ...command?.options, ...GLOBAL_OPTIONS }
  const previous = before.at(-1) ?? ''
  const option = optionsWithValue(commands).has(previous) ? options[previous.slice(2)] : undefined
  if (option) return choicesOf(option)
  if (current.startsWith('-')) return [...Object.keys(options).map((name) => `--${name}`), ...OTHER_OPTIONS]
  // A word that names no command has no completions, and only the first argument has some.
  if (plain.length > path.length) return []
  return command ? firstArguments(command, before, environment) : [...tree.keys()]
}

const choicesOf = ({ choices = [] }: Declarations[string]): readonly string[] => choices.map(String)

function firstArguments(
  command: Command,
  before: readonly string[],
  environment: Environment,
): readonly string[] {
  if (/^\W*schema_id\b/.test(argumentsUsage(command))) return contractIds(before, environment)
  const [first] = Object.values(command.arguments ?? {})
  return first ? choicesOf(first) : []
}

/** None if there are no contracts: completion prints no errors. */
function contractIds(before: readonly string[], { env, cwd }: Environment): readonly string[] {
  const index = before.lastIndexOf('--schemas')
  try {
    return openContracts({ directory: index === -1 ? undefined : before[index + 1], env, cwd }).ids
  } catch {
    return []
  }
}
