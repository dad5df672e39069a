import { SHELLS } from './scripts.ts'

/** What can follow the words of a command line. */
export interface CommandLine {
  readonly commands: readonly string[]
  /** Options that every command has. */
  readonly options: readonly Option[]
  /** The options of a command; of `contracts show` with both words. */
  readonly optionsOf: (command: string) => readonly Option[]
  /** The subcommands of a command; none for most. */
  readonly subcommandsOf: (command: string) => readonly string[]
  /** Ids of the contracts in a directory; undefined to search for it. */
  readonly contractIds: (directory: string | undefined) => readonly string[]
}

export interface Option {
  readonly name: string
  readonly takesValue: boolean
  readonly choices: readonly string[]
}

/** Commands whose first argument can be a contract. */
const WITH_CONTRACT = ['validate', 'fix', 'contracts show']

/**
 * Completions of the last word; none where a file name is expected, which the shell completes.
 * @param words the words after the program name; the last one may be empty
 */
export function complete(words: readonly string[], line: CommandLine): string[] {
  const current = words.at(-1) ?? ''
  return candidates(words.slice(0, -1), current, line).filter((word) =>
    word.startsWith(withoutEquals(current)),
  )
}

function candidates(before: readonly string[], current: string, line: CommandLine): readonly string[] {
  const plain = before.filter((word, index) => !word.startsWith('-') && !isValue(before, index, line))
  const [first = '', second = ''] = plain
  const subcommands = line.subcommandsOf(first)
  const command = subcommands.includes(second) ? `${first} ${second}` : first
  const options = [...line.optionsOf(command), ...line.options]
  // bash makes a word of its own of the equals sign in --format=json.
  const previous =
    before.at(-1) === '=' || current === '=' ? before.at(current === '=' ? -1 : -2) : before.at(-1)
  const option = options.find(({ name, takesValue }) => takesValue && previous === `--${name}`)
  if (option) return option.choices
  if (current.startsWith('-')) return options.map(({ name }) => `--${name}`)
  if (plain.length === 0) return line.commands
  if (plain.length === 1 && subcommands.length > 0) return subcommands
  if (command === 'completion' && plain.length === 1) return SHELLS
  const expectsContract = WITH_CONTRACT.includes(command) && plain.length === command.split(' ').length
  return expectsContract ? line.contractIds(valueOf('--schemas', before)) : []
}

const withoutEquals = (word: string): string => (word === '=' ? '' : word)

/** Whether a word is the value of the option before it. */
function isValue(words: readonly string[], index: number, line: CommandLine): boolean {
  if (words[index] === '=') return true
  const previous = words[index - 1] === '=' ? words[index - 2] : words[index - 1]
  const options = [...line.options, ...line.commands.flatMap((command) => optionsBelow(command, line))]
  return options.some(({ name, takesValue }) => takesValue && previous === `--${name}`)
}

const optionsBelow = (command: string, line: CommandLine): readonly Option[] =>
  [command, ...line.subcommandsOf(command).map((name) => `${command} ${name}`)].flatMap(line.optionsOf)

function valueOf(option: string, words: readonly string[]): string | undefined {
  const index = words.lastIndexOf(option)
  return index === -1 ? undefined : words[words[index + 1] === '=' ? index + 2 : index + 1]
}
