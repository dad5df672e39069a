import { basename } from 'node:path'

import { simpleCommands } from './shell-words.ts'

/**
 * The files that a shell command plainly writes or takes away: where output is redirected, and where a command that
 * writes names them. What a program writes by itself cannot be seen here; the sweep at the end of a turn finds it.
 */
export const pathsWrittenByShell = (script: string): string[] =>
  simpleCommands(script)
    .flatMap(({ words, redirectedTo }) => [...redirectedTo, ...writtenBy(words)])
    .filter((path) => path !== '' && !path.startsWith('/dev/') && !/^\d+$/.test(path))

/** Words before a command that do not change what it writes. */
const PREFIX = /^(sudo|env|command|exec|nohup|time|\w+=.*)$/s

function writtenBy(words: readonly string[]): string[] {
  const start = words.findIndex((word) => !PREFIX.test(word))
  const [name = '', ...args] = start === -1 ? [] : words.slice(start)
  const write = WRITERS.get(basename(name))
  return write ? write(args) : []
}

const files = (args: readonly string[]): string[] => args.filter((arg) => !arg.startsWith('-'))

/** The value of an option, as in `-o file`, `-ofile` or `--output=file`. */
const valueOf = (args: readonly string[], ...options: readonly string[]): string[] =>
  args.flatMap((arg, index) => {
    const option = options.find(
      (name) => arg === name || arg.startsWith(name.startsWith('--') ? `${name}=` : name),
    )
    if (option === undefined) return []
    return arg === option ? [args[index + 1] ?? ''] : [arg.slice(option.length).replace(/^=/, '')]
  })

/** A copy goes to its last argument, or into it where that is a folder. */
function copied(args: readonly string[]): string[] {
  const named = valueOf(args, '-t', '--target-directory')
  const all = files(args).filter((file) => !named.includes(file))
  const [target = '', sources] = named.length > 0 ? [named[0], all] : [all.at(-1), all.slice(0, -1)]
  return [target, ...sources.map((source) => `${target.replace(/\/$/, '')}/${basename(source)}`)]
}

/** Only with an option that begins with `-i` do these change their files. */
const edited = (args: readonly string[]): string[] =>
  args.some((arg) => /^-[a-zA-Z]*i|^--in-place/.test(arg)) ? files(args) : []

type Writer = (args: readonly string[]) => string[]

const WRITERS: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  ...['tee', 'touch', 'truncate', 'rm', 'unlink', 'shred', 'rmdir'].map((name): [string, Writer] => [
    name,
    files,
  ]),
  ...['cp', 'ln', 'install', 'rsync', 'scp'].map((name): [string, Writer] => [name, copied]),
  ['mv', (args) => [...files(args), ...copied(args)]],
  ['sed', edited],
  ['perl', edited],
  ['dd', (args) => args.filter((arg) => arg.startsWith('of=')).map((arg) => arg.slice('of='.length))],
  ['curl', (args) => valueOf(args, '-o', '--output')],
  ['wget', (args) => valueOf(args, '-O', '--output-document')],
])
