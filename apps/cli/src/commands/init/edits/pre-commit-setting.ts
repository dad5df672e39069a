import { COMMANDS } from '@workbench/agents/install'

import { eolOf, type Setting, SettingError } from './setting.ts'

const FILE = '.pre-commit-config.yaml'

/** A local hook in the configuration of pre-commit (https://pre-commit.com). */
export const preCommitSetting = (command: string): Setting => ({
  file: FILE,
  add: (text) => {
    if (text === undefined) return `repos:\n${block(entryOf(command), '  ', '\n')}\n`
    return OWN_ID.test(text) ? text : insert(text, entryOf(command))
  },
  remove: (text) => {
    const rest = COMMANDS.map(entryOf).reduce(withoutEntries, text)
    return /^repos:\r?\n$/.test(rest) ? undefined : rest
  },
  leftIn: (text) => (OWN_ID.test(text) ? ['the hook workbench'] : []),
})

const OWN_ID = /^[ -]*id: workbench\r?$/m

const entryOf = (command: string): readonly string[] => [
  '- repo: local',
  '  hooks:',
  '    - id: workbench',
  '      name: workbench validate',
  `      entry: ${command} validate --no-error-on-unmatched`,
  '      language: system',
  String.raw`      files: ^\.workbench/.*\.json$`,
]

/** Inserts the entry as the first one of `repos`, with the indentation of the others. */
function insert(text: string, entry: readonly string[]): string {
  const [, head] = /^((?:.*\r?\n)*?repos:[ \t]*(?:#.*)?\r?\n)/.exec(text) ?? []
  const rest = text.slice(head?.length)
  const indent = /^(?:[ \t]*(?:#.*)?\r?\n)*( *)- /.exec(rest)?.[1]
  if (head === undefined || indent === undefined || /^repos:/m.test(rest)) {
    throw new SettingError(
      `it has no list repos in lines of its own; add this entry by hand:\n${entry.join('\n')}`,
    )
  }
  const eol = eolOf(text)
  return head + block(entry, indent, eol) + eol + rest
}

/** Removes the lines that `insert` added, each time that they are there and no line follows that belongs to them. */
function withoutEntries(text: string, entry: readonly string[]): string {
  const starts = [...text.matchAll(/^( *)- repo: local\r?$/gm)]
  return starts.reduceRight((rest, { index, 1: indent = '' }) => {
    const added = block(entry, indent, eolOf(text))
    const after = rest.slice(index + added.length)
    const isContinued = new RegExp(String.raw`^(?!\r?\n|$)|^(?:[ \t]*(?:#.*)?\r?\n)*${indent} +[^\s#]`)
    if (!rest.startsWith(added, index) || isContinued.test(after)) return rest
    return rest.slice(0, index) + after.replace(/^\r?\n/, '')
  }, text)
}

const block = (entry: readonly string[], indent: string, eol: string): string =>
  entry.map((line) => indent + line).join(eol)
