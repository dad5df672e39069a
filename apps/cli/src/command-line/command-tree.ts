import type { Command, CommandGroup, CommandTable, Declarations } from './define-command.ts'
import { GLOBAL_OPTIONS } from './global-options.ts'

/** The loaded commands of a table, in its order. */
export type CommandTree = ReadonlyMap<string, Command | LoadedGroup>

interface LoadedGroup extends Omit<CommandGroup, 'commands'> {
  readonly tree: CommandTree
}

/** Loads all commands of a table, also those of groups. */
export async function loadCommands(table: CommandTable): Promise<CommandTree> {
  const tree = new Map<string, Command | LoadedGroup>()
  for (const [name, load] of Object.entries(table)) {
    const { command } = await load()
    tree.set(
      name,
      'commands' in command ? { ...command, tree: await loadCommands(command.commands) } : command,
    )
  }
  return tree
}

interface Found {
  /** The words that name the command or the group. */
  readonly path: readonly string[]
  /** The other words. */
  readonly rest: readonly string[]
  /** Undefined if the words name a group only, or nothing. */
  readonly command: Command | undefined
  /** The commands among which the last word was searched. */
  readonly tree: CommandTree
  /** The arguments and options of the command, or of the one that runs if none is named. */
  readonly declared: Declarations
}

/** Finds the command that the first words of a command line name, without options and their values. */
export function findCommand(args: readonly string[], tree: CommandTree): Found {
  const withValue = optionsWithValue(tree)
  const isWord = (word: string, index: number) =>
    !word.startsWith('-') && !withValue.has(args[index - 1] ?? '')
  return findNamed(args.filter(isWord), tree)
}

/** @param defaultName the command that runs if none is named */
function findNamed(words: readonly string[], tree: CommandTree, defaultName = ''): Found {
  const [name = '', ...rest] = words
  const entry = tree.get(name)
  const declared = declarationsOf(entry ?? tree.get(defaultName))
  if (entry === undefined) return { path: [], rest: words, command: undefined, tree, declared }
  if (!('tree' in entry)) return { path: [name], rest, command: entry, tree, declared }
  const below = findNamed(rest, entry.tree, entry.default)
  return { ...below, path: [name, ...below.path] }
}

const declarationsOf = (entry: Command | LoadedGroup | undefined): Declarations =>
  entry === undefined || 'tree' in entry
    ? GLOBAL_OPTIONS
    : { ...entry.arguments, ...entry.options, ...GLOBAL_OPTIONS }

/** How the arguments of a command are written, as `<old> <new>`. */
export const argumentsUsage = ({ words, arguments: declared = {} }: Command): string =>
  words ??
  Object.entries(declared)
    .map(([name, { demandOption }]) => (demandOption === true ? `<${name}>` : `[${name}]`))
    .join(' ')

/** The options that a value follows, with dashes: those of all commands, because an option can stand before its command. */
export function optionsWithValue(tree: CommandTree): ReadonlySet<string> {
  const own = [...tree.values()].flatMap((entry) =>
    'tree' in entry ? [...optionsWithValue(entry.tree)] : namesWithValue(entry.options ?? {}),
  )
  return new Set([...namesWithValue(GLOBAL_OPTIONS), ...own])
}

const namesWithValue = (options: Declarations): string[] =>
  Object.entries(options)
    .filter(([, option]) => takesValue(option))
    .map(([name]) => `--${name}`)

export const takesValue = ({ type }: Declarations[string]): boolean => type !== 'boolean'
