import { eolOf, type Setting, SettingError } from './setting.ts'

const FILE = '.pre-commit-config.yaml'

/** A local hook in the configuration of pre-commit (https://pre-commit.com). */
export const preCommitSetting = (command: string): Setting => {
  const entry = [
    '- repo: local',
    '  hooks:',
    '    - id: workbench',
    '      name: workbench validate',
    `      entry: ${command} validate --no-error-on-unmatched`,
    '      language: system',
    String.raw`      files: ^\.workbench/.*\.json$`,
  ]
  return {
    file: FILE,
    add: (text) => {
      if (text === undefined) return `repos:\n${block(entry, '  ', '\n')}\n`
      return findEntry(text, entry) === undefined ? insert(text, entry) : text
    },
    remove: (text) => {
      const added = findEntry(text, entry)
      if (added === undefined) return text
      const [before = '', after = ''] = text.split(added)
      const rest = before + after.replace(/^\r?\n/, '')
      return rest === 'repos:\n' ? undefined : rest
    },
  }
}

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

/** The lines that `insert` added, without the last line end; undefined if there are none. */
function findEntry(text: string, entry: readonly string[]): string | undefined {
  const indent = /^( *)- repo: local\r?\n *hooks:\r?\n *- id: workbench\r?$/m.exec(text)?.[1]
  const added = block(entry, indent ?? '', eolOf(text))
  return text.includes(added) ? added : undefined
}

const block = (entry: readonly string[], indent: string, eol: string): string =>
  entry.map((line) => indent + line).join(eol)
