import { isInPlace, operands } from './writers.ts'

/** Whether a command with these arguments writes no file, other than by redirection. */
type Reader = (args: readonly string[]) => boolean

const always: Reader = () => true

const lacks =
  (option: RegExp): Reader =>
  (args) =>
    !args.some((arg) => option.test(arg))

const ALWAYS =
  'ls cat head tail grep egrep fgrep rg ag wc stat file du df pwd echo printf true false : test [ [[ which type date sleep ' +
  'cut tr diff cmp comm jq less more od hexdump md5sum sha1sum sha256sum basename dirname realpath readlink seq ps top ' +
  'uname whoami id hostname export set unset shift local declare readonly read exit return break continue wait jobs kill ' +
  'column nl tac rev paste fold expand strings printenv mkdir chmod chown ' +
  // Words of the shell's grammar that begin a command.
  'for select case esac function done fi }'

/** Subcommands of git that change no file of the working tree. */
const GIT_READS =
  /^(status|log|diff|show|branch|rev-parse|blame|ls-files|ls-tree|remote|describe|config|grep|cat-file|shortlog|add|fetch|push|tag)$/

/** Commands that are known not to write; others may write any file. */
const READERS: ReadonlyMap<string, Reader> = new Map<string, Reader>([
  ...ALWAYS.split(' ').map((name): [string, Reader] => [name, always]),
  ['find', lacks(/^-(exec|ok|delete|fprint|fls)/)],
  ['sort', lacks(/^-\w*o|^--output/)],
  ['tree', lacks(/^-\w*o/)],
  ['uniq', (args) => operands(args).length < 2],
  ['yq', (args) => !isInPlace(args)],
  [
    'sed',
    (args) =>
      !isInPlace(args) &&
      lacks(/^-[a-zA-Z]*f|^--file/)(args) &&
      !sedScripts(args).some((text) => /(?:^|[^a-zA-Z]|\/[gpiImM]+)w\s*[\w./]/.test(text)),
  ],
  // Redirections, functions that start commands, and programs in files.
  ['awk', lacks(/[>|]|system|inplace|^-[fEi]|^--(file|exec|include)/)],
  [
    'perl',
    (args) =>
      args.some((arg) => /^-[a-z]*n/.test(arg)) &&
      args.some((arg) => /^-[a-z]*e/i.test(arg)) &&
      lacks(/[>|`]|open|system|exec|rename|qx|require|^-[mM]|^-[a-z]*i/)(args),
  ],
  [
    'git',
    (args) => GIT_READS.test(operands(args)[0] ?? '') && lacks(/^--(output|ext-diff|textconv)|^-[Cc]$/)(args),
  ],
])

/** The arguments that can be scripts of sed. Its command w writes a file. */
const sedScripts = (args: readonly string[]): readonly string[] =>
  args.some((arg) => /^-\w*e|^--exp/.test(arg)) ? args : operands(args).slice(0, 1)

export const isReader = (name: string): boolean => READERS.has(name)

/** @param isComplete whether there are no other arguments */
export function onlyReads(name: string, args: readonly string[], isComplete: boolean): boolean {
  const reader = READERS.get(name)
  return isComplete ? reader?.(args) === true : reader === always
}
