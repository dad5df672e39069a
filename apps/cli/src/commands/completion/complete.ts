import { openContracts } from '@workbench/contracts'

import {
  argumentsUsage,
  type CommandTree,
  findCommand,
  optionsWithValue,
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
 * @param words the words after the program name; the last one may be empty
 */
export function complete(words: readonly string[], tree: CommandTree, environment: Environment): string[] {
  const current = words.at(-1) ?? ''
  return candidates(words.slice(0, -1), current, tree, environment).filter((word) =>
    word.startsWith(withoutEquals(current)),
  )
}

function candidates(
  before: readonly string[],
  current: string,
  commands: CommandTree,
  environment: Environment,
): readonly string[] {
  const withValue = optionsWithValue(commands)
  const plain = before.filter((word, index) => !word.startsWith('-') && !isValue(before, index, withValue))
  const { path, command, tree } = findCommand(plain, commands)
  const options: Declarations = { ...command?.options, ...GLOBAL_OPTIONS }
  // bash makes a word of its own of the equals sign in --format=json.
  const previous =
    before.at(-1) === '=' || current === '=' ? before.at(current === '=' ? -1 : -2) : before.at(-1)
  const option = withValue.has(previous ?? '') ? options[previous?.slice(2) ?? ''] : undefined
  if (option) return choicesOf(option)
  if (current.startsWith('-')) return [...Object.keys(options).map((name) => `--${name}`), ...OTHER_OPTIONS]
  // A word that names no command has no completions, and only the first argument has some.
  if (plain.length > path.length) return []
  return command ? firstArguments(command, before, environment) : [...tree.keys()]
}

const withoutEquals = (word: string): string => (word === '=' ? '' : word)

const choicesOf = ({ choices = [] }: Declarations[string]): readonly string[] => choices.map(String)

/** Whether a word is the value of the option before it. */
function isValue(words: readonly string[], index: number, withValue: ReadonlySet<string>): boolean {
  if (words[index] === '=') return true
  const previous = words[index - 1] === '=' ? words[index - 2] : words[index - 1]
  return withValue.has(previous ?? '')
}

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
  try {
    return openContracts({ directory: valueOf('--schemas', before), env, cwd }).ids
  } catch {
    return []
  }
}

function valueOf(option: string, words: readonly string[]): string | undefined {
  const index = words.lastIndexOf(option)
  return index === -1 ? undefined : words[words[index + 1] === '=' ? index + 2 : index + 1]
}
