import { basename } from 'node:path'

import { parseCommands } from './shell-lexer.ts'

/**
 * The files that a shell command plainly writes or takes away: where output is redirected, and where a command that
 * writes names them. What a program writes by itself cannot be seen here; the sweep at the end of a turn finds it.
 */
export const shellWriteTargets = (script: string): string[] =>
  parseCommands(script)
    .flatMap(({ words, redirectTargets: redirectTargets }) => [
      ...redirectTargets,
      ...commandWriteTargets(words),
    ])
    .filter((path) => path !== '' && !path.startsWith('/dev/') && !/^\d+$/.test(path))

/** Words before a command that do not change what it writes. */
const PREFIX = /^(sudo|env|command|exec|nohup|time|\w+=.*)$/s

function commandWriteTargets(words: readonly string[]): string[] {
  const start = words.findIndex((word) => !PREFIX.test(word))
  const [name = '', ...args] = start === -1 ? [] : words.slice(start)
  const write = WRITERS.get(basename(name))
  return write ? write(args) : []
}

const operands = (args: readonly string[]): string[] => args.filter((arg) => !arg.startsWith('-'))

/** The value of an option, as in `-o file`, `-ofile` or `--output=file`. */
const optionValues = (args: readonly string[], ...options: readonly string[]): string[] =>
  args.flatMap((arg, index) => {
    const option = options.find(
      (name) => arg === name || arg.startsWith(name.startsWith('--') ? `${name}=` : name),
    )
    if (option === undefined) return []
    return arg === option ? [args[index + 1] ?? ''] : [arg.slice(option.length).replace(/^=/, '')]
  })

/** A copy goes to its last argument, or into it where that is a folder. */
function copyTargets(args: readonly string[]): string[] {
  const named = optionValues(args, '-t', '--target-directory')
  const all = operands(args).filter((file) => !named.includes(file))
  const [target = '', sources] = named.length > 0 ? [named[0], all] : [all.at(-1), all.slice(0, -1)]
  return [target, ...sources.map((source) => `${target.replace(/\/$/, '')}/${basename(source)}`)]
}

/** Only with an option that begins with `-i` do these change their files. */
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
