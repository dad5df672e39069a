import { basename } from 'node:path'

/** The files that a command with these arguments writes or deletes. */
type Writer = (args: readonly string[]) => string[]

export const operands = (args: readonly string[]): string[] => args.filter((arg) => !arg.startsWith('-'))

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
export const isInPlace = (args: readonly string[]): boolean =>
  args.some((arg) => /^-[a-zA-Z]*i|^--in-place/.test(arg))

const inPlaceTargets: Writer = (args) => (isInPlace(args) ? operands(args) : [])

/** Commands whose arguments name every file that they write. */
export const WRITERS: ReadonlyMap<string, Writer> = new Map<string, Writer>([
  ...['tee', 'sponge', 'touch', 'truncate', 'rm', 'unlink', 'shred', 'rmdir'].map(
    (name): [string, Writer] => [name, operands],
  ),
  ...['cp', 'ln', 'install', 'rsync', 'scp'].map((name): [string, Writer] => [name, copyTargets]),
  ['mv', (args) => [...operands(args), ...copyTargets(args)]],
  ['sed', inPlaceTargets],
  ['perl', inPlaceTargets],
  ['dd', (args) => args.filter((arg) => arg.startsWith('of=')).map((arg) => arg.slice('of='.length))],
  ['curl', (args) => optionValues(args, '-o', '--output')],
  ['wget', (args) => optionValues(args, '-O', '--output-document')],
])
