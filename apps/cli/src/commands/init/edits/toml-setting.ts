import { isOutdated, isWritten, type TableAddition } from '@workbench/agents/install'
import { isObject } from '@workbench/contracts'
import { parse, TomlError, type TomlTable } from 'smol-toml'

import { eolOf, type Setting, SettingError } from './setting.ts'

/** A table at the end of a TOML file. */
export const tomlSetting = (file: string, addition: TableAddition): Setting => ({
  file,
  add: (text) => {
    const existing = text === undefined ? undefined : tableIn(parseToml(text), addition)
    if (text === undefined || existing === undefined) return append(text, addition)
    if (addition.isSame(existing)) {
      const rest = isOutdated(existing, addition.members) ? remove(text, addition) : text
      return rest === text ? text : append(rest, addition)
    }
    throw new SettingError(`"${addition.parent}" has another "${addition.name}"; rename that one first`)
  },
  remove: (text) => remove(text, addition),
  leftIn: (text) =>
    addition.isSame(tableIn(parseToml(text), addition)) ? [`[${addition.parent}.${addition.name}]`] : [],
})

function remove(text: string, addition: TableAddition): string | undefined {
  const existing = tableIn(parseToml(text), addition)
  const members = existing as TableAddition['members']
  return isWritten(existing, addition.members) ? removeTable(text, { ...addition, members }) : text
}

/** Undefined if there is no table with this name. */
function tableIn(document: TomlTable, { parent, name }: TableAddition): unknown {
  const tables = document[parent]
  return isObject(tables) && Object.hasOwn(tables, name) ? tables[name] : undefined
}

/** An empty line separates the table from what is before it. The file ends as it did: with a line break or without. */
function append(text: string | undefined, addition: TableAddition): string {
  const eol = eolOf(text ?? '')
  const table = format(addition).join(eol)
  if (text === undefined) return table + eol
  if (text === '') return table
  const extended = text.endsWith('\n') ? text + eol + table + eol : text + eol + eol + table
  try {
    if (tableIn(parse(extended), addition) !== undefined) return extended
  } catch {
    // The parent is an inline table, which cannot be extended.
  }
  throw new SettingError(`${addition.parent} cannot be extended; add these lines by hand:\n${table}`)
}

function removeTable(text: string, addition: TableAddition): string | undefined {
  const eol = eolOf(text)
  const table = format(addition).join(eol)
  if (text === table + eol) return undefined
  const [before = '', ...parts] = text.split(table)
  const after = parts.join(table)
  // The inverse of `append`.
  const rest = after.startsWith(eol)
    ? withoutEnd(before, eol) + after.slice(eol.length)
    : withoutEnd(before, eol + eol) + after
  return parts.length > 0 && tableIn(parseToml(rest), addition) === undefined ? rest : text
}

function parseToml(text: string): TomlTable {
  try {
    return parse(text)
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    throw new SettingError(`it is not valid TOML (line ${error.line}); correct it first`)
  }
}

/** JSON strings and lists of strings are TOML, too. */
const format = ({ parent, name, members }: TableAddition): string[] => [
  `[${parent}.${name}]`,
  ...Object.entries(members).map(([key, value]) => `${key} = ${JSON.stringify(value)}`),
]

const withoutEnd = (text: string, end: string): string =>
  text.endsWith(end) ? text.slice(0, -end.length) : text
