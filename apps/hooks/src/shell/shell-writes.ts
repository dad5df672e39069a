import { isAbsolute, join } from 'node:path'

import { parseCommands, type SimpleCommand, type Word } from './lexer.ts'
import { isReader, onlyReads } from './readers.ts'
import { WRITERS } from './writers.ts'

/** What a shell script writes, as far as its text shows it. */
interface ShellWrites {
  /** The files that it visibly writes or deletes: targets of redirections, and operands of commands that write. */
  readonly targets: readonly string[]
  /** The folders that it enters, relative to the current directory. */
  readonly folders: readonly string[]
  /** Whether it may also write other files: it runs a program that is not known, or a path depends on an expansion. */
  readonly mayWriteOthers: boolean
}

/** Nesting depth of scripts in arguments, as in `bash -c "eval '…'"`. */
const MAX_DEPTH = 8

/** Words that may precede the name of a command. */
const KEYWORD = /^(if|then|else|elif|while|until|do|!|\{|time|coproc)$/
const ASSIGNMENT = /^\w+(\[[^\]]*\])?\+?=/

/** Commands that run another one, which follows their own options and operands. */
const PREFIX =
  /^(sudo|doas|env|command|builtin|exec|nohup|timeout|nice|ionice|stdbuf|setsid|xargs|chronic|unbuffer|flock|busybox)$/
const SHELL = /^(ba|da|z|k|a)?sh$/

/** Arguments of a prefix that cannot be the name of a command: an option, a number, a duration, a variable. */
const PREFIX_ARGUMENT = /^-|^[\d.]+[smhd]?$|^\w+=/

export function shellWrites(script: string): ShellWrites {
  const state: State = { targets: [], folders: [], folder: '', mayWriteOthers: false }
  addWrites(script, state, 0)
  return state
}

interface State {
  readonly targets: string[]
  readonly folders: string[]
  folder: string
  mayWriteOthers: boolean
}

function addWrites(script: string, state: State, depth: number): void {
  if (depth > MAX_DEPTH) state.mayWriteOthers = true
  else for (const command of parseCommands(script)) addCommand(command, state, depth)
}

function addCommand({ words, redirectTargets, documents }: SimpleCommand, state: State, depth: number): void {
  const files = redirectTargets.filter(({ text }) => !isDevice(text) && !/^\d+$|^-$/.test(text))
  addTargets(files, state)
  const { name, args, isComplete, isCertain } = nameAndArguments(words)
  if (!isCertain || words.some(({ hasSubstitution }) => hasSubstitution)) state.mayWriteOthers = true
  const texts = args.map(({ text }) => text)
  const write = WRITERS.get(name)
  if (name === '') return
  if (name === 'cd' || name === 'pushd') enter(args, state)
  else if (SHELL.test(name) || name === 'eval') {
    const scripts = name === 'eval' ? [texts.join(' ')] : [...scriptArgument(texts), ...documents]
    if (scripts.length === 0 || !args.every(({ isLiteral }) => isLiteral) || documents.length > 0)
      state.mayWriteOthers = true
    for (const inner of scripts) addWrites(inner, state, depth + 1)
  } else if (!onlyReads(name, texts, isComplete)) {
    const targets = write?.(texts) ?? []
    addTargets(
      targets.map((text) => ({ text, isLiteral: true })),
      state,
    )
    if (!isComplete || targets.length === 0 || !args.every(({ isLiteral }) => isLiteral))
      state.mayWriteOthers = true
  }
}

function addTargets(targets: readonly Pick<Word, 'text' | 'isLiteral'>[], state: State): void {
  for (const { text, isLiteral } of targets) {
    if (text === '' || isDevice(text)) continue
    state.targets.push(isAbsolute(text) ? text : join(state.folder, text))
    // A subshell may have left the folder again.
    if (!isLiteral || (state.folder !== '' && !isAbsolute(text))) state.mayWriteOthers = true
  }
}

function enter(args: readonly Word[], state: State): void {
  const [target] = args.filter(({ text }) => !/^-./.test(text))
  if (target?.isLiteral !== true || target.text === '-') {
    state.mayWriteOthers = true
    return
  }
  state.folder = isAbsolute(target.text) ? target.text : join(state.folder, target.text)
  state.folders.push(state.folder)
}

/** The argument of `-c`, which can be in a group of options as `-lc`. */
function scriptArgument(args: readonly string[]): string[] {
  const option = args.findIndex((arg) => /^-[a-z]*c$/.test(arg))
  return option === -1 ? [] : args.slice(option + 1, option + 2)
}

/** As `/dev/null` and `/dev/stderr`. `/dev/shm` is a folder of files. */
const isDevice = (path: string): boolean => path.startsWith('/dev/') && !path.startsWith('/dev/shm/')

interface NameAndArguments {
  /** Empty if the command only assigns variables. */
  readonly name: string
  readonly args: readonly Word[]
  /** Whether all arguments are in the text: xargs adds others. */
  readonly isComplete: boolean
  /** False if `name` can be an argument of another command, as `test` in `timeout 60 npm test`. */
  readonly isCertain: boolean
}

function nameAndArguments(words: readonly Word[]): NameAndArguments {
  let at = 0
  let isComplete = true
  let isCertain = true
  for (; at < words.length; at++) {
    const text = words[at]?.text ?? ''
    const name = commandName(text)
    if (PREFIX.test(name)) {
      if (name === 'xargs') isComplete = false
      // Which options have values differs from prefix to prefix. The next word that is a known command is the command.
      const rest = words.slice(at + 1)
      const known = rest.findIndex((word) => isKnown(commandName(word.text)))
      const skipped = rest.slice(0, Math.max(0, known))
      isCertain &&= skipped.every((word) => PREFIX_ARGUMENT.test(word.text))
      at += skipped.length
    } else if (!KEYWORD.test(text) && !ASSIGNMENT.test(text)) break
  }
  return { name: commandName(words[at]?.text ?? ''), args: words.slice(at + 1), isComplete, isCertain }
}

/** The name of a program in a folder of the system. In other folders, programs of the same name can do anything. */
const commandName = (word: string): string => word.replace(/^(\/usr)?(\/local)?\/bin\//, '')

const isKnown = (name: string): boolean =>
  isReader(name) || WRITERS.has(name) || SHELL.test(name) || PREFIX.test(name) || name === 'eval'
