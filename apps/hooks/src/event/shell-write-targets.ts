import { basename } from 'node:path'

import { parseCommands } from './shell-lexer.ts'

/**
 * The files that a shell command visibly writes or deletes: targets of redirections, and operands of commands that write.
 * Files that a program writes on its own are not visible here; they are validated when the agent stops.
 */
export const shellWriteTargets = (script: string): string[] =>
  parseCommands(script)
    .flatMap(({ words, redirectTargets }) => [...redirectTargets, ...commandWriteTargets(words)])
    .filter((path) => path !== '' && !path.startsWith('/dev/') && !/^\d+$/.test(path))

/** Words that may precede the name of a command. */
const PREFIX = /^(sudo|env|command|exec|nohup|time|\w+=.*)$/s

function commandWriteTargets(words: readonly string[]): string[] {
  const start = words.findIndex((word) => !PREFIX.test(word))
  const [name = '', ...args] = start === -1 ? [] : words.slice(start)
  const write = WRITERS.get(basename(name))
  return write ? write(args) : []
}

const operands = (args: readonly string[]): string[] => args.filter((arg) => !arg.startsWith('-'))

/** The values of an option: `-o file`, `-ofile`, `--output file` or `--output=file`. */
const optionValues = (args: readonly string[], ...options: readonly string[]): string[] =>
  args.flatMap((arg, index) => {
    const option = options.find(
      (name) => arg === name || arg.startsWith(name.startsWith('--') ? `${name}=` : name),
    )
    if (option === undefined) return []
    return arg === option ? [args[index + 1] ?? ''] : [arg.slice(option.length).replace(/^=/, '')]
  })

/** The last operand or the target folder, and each source's name in it: whether it is a folder is not known here. */
function copyTargets(args: readonly string[]): string[] {
  const named = optionValues(args, '-t', '--target-directory')
  const all = operands(args).filter((file) => !named.includes(file))
  const [target = '', sources] = named.length > 0 ? [named[0], all] : [all.at(-1), all.slice(0, -1)]
  return [target, ...sources.map((source) => `${target.replace(/\/$/, '')}/${basename(source)}`)]
}

/** sed and perl change their files only with `-i`, alone or in a group of short options. */
const inPlaceTargets = (args: readonly string[]): string[] =>
  args.some((arg) => /^-[a-zA-Z]*i|^--in-place/.test(arg)) ? operands(args) : []

type Writer = (args: readonly string[]) => string[]

const WRITERS: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  ...['tee', 'touch', 'truncate', 'rm', 'unlink', 'shred', 'rmdir'].map((name): [string, Writer] => [
    name,
    operands,
  ]),
  ...['cp', 'ln', 'install', 'rsync', 'scp'].map((name): [string, Writer] => [name, copyTargets]),
  ['mv', (args) => [...operands(args), ...copyTargets(args)]],
  ['sed', inPlaceTargets],
  ['perl', inPlaceTargets],
  ['dd', (args) => args.filter((arg) => arg.startsWith('of=')).map((arg) => arg.slice('of='.length))],
  ['curl', (args) => optionValues(args, '-o', '--output')],
  ['wget', (args) => optionValues(args, '-O', '--output-document')],
])
