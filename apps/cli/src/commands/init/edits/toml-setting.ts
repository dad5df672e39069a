import { type Addition, isOutdated, isWritten } from '@workbench/agents/install'
import { isObject } from '@workbench/contracts'
import { parse, TomlError, type TomlTable } from 'smol-toml'

import { eolOf, type Setting, SettingError } from './setting.ts'

/** A table inside another one, at the end of a TOML file. */
export const tomlSetting = (
  file: string,
  { path: [parent = ''], key = '', value, isSame }: Addition,
): Setting => {
  const table = { parent, name: key }
  return {
    file,
    add: (text) => {
      const existing = text === undefined ? undefined : tableIn(parseToml(text), table)
      if (text === undefined || existing === undefined) return append(text, table, value)
      if (!isSame(existing)) throw new SettingError(`"${parent}" has another "${key}"; rename that one first`)
      const rest = isOutdated(existing, value) ? remove(text, table, value) : text
      return rest === text ? text : append(rest, table, value)
    },
    remove: (text) => remove(text, table, value),
    leftIn: (text) => (isSame(tableIn(parseToml(text), table)) ? [`[${parent}.${key}]`] : []),
  }
}

interface Table {
  readonly parent: string
  readonly name: string
}

/** Undefined if there is no table with this name. */
function tableIn(document: TomlTable, { parent, name }: Table): unknown {
  const tables = document[parent]
  return isObject(tables) && Object.hasOwn(tables, name) ? tables[name] : undefined
}

/** An empty line separates the table from what is before it. The file ends as it did: with a line break or without. */
function append(text: string | undefined, table: Table, value: unknown): string {
  const eol = eolOf(text ?? '')
  const lines = format(table, value).join(eol)
  if (text === undefined) return lines + eol
  if (text === '') return lines
  const extended = text.endsWith('\n') ? text + eol + lines + eol : text + eol + eol + lines
  try {
    if (tableIn(parse(extended), table) !== undefined) return extended
  } catch {
    // The parent is an inline table, which cannot be extended.
  }
  throw new SettingError(`${table.parent} cannot be extended; add these lines by hand:\n${lines}`)
}

/** The inverse of `append`. */
function remove(text: string, table: Table, value: unknown): string | undefined {
  const existing = tableIn(parseToml(text), table)
  if (!isWritten(existing, value)) return text
  const eol = eolOf(text)
  const lines = format(table, existing).join(eol)
  if (text === lines + eol) return undefined
  const [before = '', ...parts] = text.split(lines)
  const after = parts.join(lines)
  const rest = after.startsWith(eol)
    ? withoutEnd(before, eol) + after.slice(eol.length)
    : withoutEnd(before, eol + eol) + after
  return parts.length > 0 && tableIn(parseToml(rest), table) === undefined ? rest : text
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
const format = ({ parent, name }: Table, value: unknown): string[] => [
  `[${parent}.${name}]`,
  ...Object.entries(value as object).map(([key, member]) => `${key} = ${JSON.stringify(member)}`),
]

const withoutEnd = (text: string, end: string): string =>
  text.endsWith(end) ? text.slice(0, -end.length) : text
