import { readdirSync } from 'node:fs'

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

/**
 * Completions of the last word; none where a file name is expected, which the shell completes, and none in place of an
 * error, for example if there are no contracts.
 * @param given the words after the program name; the last one may be empty
 */
export function complete(
  given: readonly string[],
  commands: CommandTree,
  { env, cwd }: Pick<CommandContext, 'env' | 'cwd'>,
): string[] {
  // bash makes a word of its own of the equals sign in --format=json.
  const before = given.slice(0, -1).filter((word) => word !== '=')
  const last = given.at(-1) ?? ''
  const current = last === '=' ? '' : last
  try {
    return candidates().filter((word) => word.startsWith(current))
  } catch {
    return []
  }

  function candidates(): readonly string[] {
    const { rest, command, tree } = findCommand(before, commands)
    const options: Declarations = { ...command?.options, ...GLOBAL_OPTIONS }
    const previous = before.at(-1) ?? ''
    const option = optionsWithValue(commands).has(previous) ? options[previous.slice(2)] : undefined
    if (option) return choicesOf(option)
    // zsh and fish pass --format=json as one word.
    const [, assigned] = /^--([\w-]+)=/.exec(current) ?? []
    if (assigned !== undefined)
      return choicesOf(options[assigned] ?? { describe: '' }).map((choice) => `--${assigned}=${choice}`)
    if (current.startsWith('-')) return [...Object.entries(options).flatMap(namesOf), '--help', '--version']
    // A word that names no command has no completions, and only the first argument has some.
    if (rest.length > 0) return []
    return command ? firstArguments(command) : [...tree.keys()]
  }

  function firstArguments(command: Command): readonly string[] {
    if (/^\W*schema_id\b/.test(argumentsUsage(command))) {
      const index = before.lastIndexOf('--schemas')
      const directory = index === -1 ? undefined : before[index + 1]
      const { ids } = openContracts({ directory, env, cwd })
      const isMatched = ids.some((id) => id.startsWith(current))
      // The shell completes file names only where this command prints nothing.
      return isMatched && command.words !== undefined ? [...ids, ...artifactPaths()] : ids
    }
    const [first] = Object.values(command.arguments ?? {})
    return first ? choicesOf(first) : []
  }

  /** The folders and the JSON files in the current directory. */
  function artifactPaths(): readonly string[] {
    return readdirSync(cwd, { withFileTypes: true })
      .filter(({ name }) => !name.startsWith('.') || current.startsWith('.'))
      .filter((entry) => entry.isDirectory() || /\.json$/i.test(entry.name))
      .map((entry) => (entry.isDirectory() ? `${entry.name}/` : entry.name))
  }
}

/** Also the negated name of an option whose description mentions it. */
const namesOf = ([name, { describe }]: [string, Declarations[string]]): string[] => [
  `--${name}`,
  ...(describe.includes(`--no-${name}`) ? [`--no-${name}`] : []),
]

const choicesOf = ({ choices = [] }: Declarations[string]): readonly string[] => choices.map(String)
