import { type Setting, SettingError } from './setting.ts'

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
      const found = findEntry(text, entry)
      if (found === undefined) return text
      const rest = text.slice(0, found.start) + text.slice(found.end)
      return rest === 'repos:\n' ? undefined : rest
    },
  }
}

/** Inserts the entry as the last one of `repos`, with the indentation of the others. */
function insert(text: string, entry: readonly string[]): string {
  const eol = /\r?\n/.exec(text)?.[0] ?? '\n'
  const [, head] = /^((?:.*\r?\n)*?repos:[ \t]*(?:#.*)?\r?\n)/.exec(text) ?? []
  const rest = text.slice(head?.length)
  const indent = /^(?:[ \t]*(?:#.*)?\r?\n)*( *)- /.exec(rest)?.[1]
  if (head === undefined || indent === undefined || /^repos:/m.test(rest)) {
    throw new SettingError(
      `it has no list repos in lines of its own; add this entry by hand:\n${entry.join('\n')}`,
    )
  }
  // The list ends before the first line that is less indented, or with the last line that is not empty or a comment.
  const inList = new RegExp(String.raw`^(?:${indent}(?:-(?: .*)?|  .*)|[ \t]*(?:#.*)?)$`)
  const lines = rest.split(/(?<=\n)/)
  const end = lines.findIndex((line) => !inList.test(line.replace(/\r?\n$/, '')))
  const list = lines.slice(0, end === -1 ? lines.length : end)
  while (/^[ \t]*(?:#.*)?(?:\r?\n)?$/.test(list.at(-1) ?? '-')) list.pop()
  const before = head + list.join('')
  const after = text.slice(before.length)
  const added = block(entry, indent, eol)
  // A file without a line break at its end has none afterwards either.
  return before.endsWith('\n') ? before + added + eol + after : before + eol + added + after
}

/** Where the entry is, with the line break that `insert` added. */
function findEntry(text: string, entry: readonly string[]): { start: number; end: number } | undefined {
  const indent = /^( *)- repo: local\r?\n *hooks:\r?\n *- id: workbench\r?$/m.exec(text)?.[1]
  if (indent === undefined) return undefined
  const eol = /\r?\n/.exec(text)?.[0] ?? '\n'
  const added = block(entry, indent, eol)
  const start = text.indexOf(added)
  if (start === -1) return undefined
  const end = start + added.length
  if (text.startsWith(eol, end)) return { start, end: end + eol.length }
  return end === text.length ? { start: start - eol.length, end } : undefined
}

const block = (entry: readonly string[], indent: string, eol: string): string =>
  entry.map((line) => indent + line).join(eol)
