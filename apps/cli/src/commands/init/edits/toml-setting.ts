import { type Addition, isOutdated, isWritten } from '@workbench/agents/install'
import { isObject } from '@workbench/contracts'
import { parse, TomlError } from 'smol-toml'

import { eolOf, type Setting, SettingError } from './setting.ts'

/** A table inside another one, at the end of a TOML file. */
export const tomlSetting = (file: string, addition: Addition): Setting => ({
  file,
  add: (text) => {
    const existing = text === undefined ? undefined : tableIn(text, addition)
    if (text === undefined || existing === undefined) return append(text, addition)
    if (addition.isSame(existing)) {
      const rest = isOutdated(existing, addition.value) ? remove(text, addition) : text
      return rest === text ? text : append(rest, addition)
    }
    throw new SettingError(
      `"${addition.path.join('.')}" has another "${addition.key}"; rename that one first`,
    )
  },
  remove: (text) => remove(text, addition),
  leftIn: (text) => (addition.isSame(tableIn(text, addition)) ? [headOf(addition)] : []),
})

/**
 * Undefined if there is no table with this name.
 * @throws {SettingError} if the text is not TOML
 */
function tableIn(text: string, { path: [parent = ''], key = '' }: Addition): unknown {
  try {
    const tables = parse(text)[parent]
    return isObject(tables) && Object.hasOwn(tables, key) ? tables[key] : undefined
  } catch (error) {
    if (!(error instanceof TomlError)) throw error
    throw new SettingError(`it is not valid TOML (line ${error.line}); correct it first`)
  }
}

/** An empty line separates the table from what is before it. The file ends as it did: with a line break or without. */
function append(text: string | undefined, addition: Addition): string {
  const eol = eolOf(text ?? '')
  const table = format(addition).join(eol)
  if (text === undefined) return table + eol
  if (text === '') return table
  const extended = text.endsWith('\n') ? text + eol + table + eol : text + eol + eol + table
  try {
    if (tableIn(extended, addition) !== undefined) return extended
  } catch {
    // The parent is an inline table, which cannot be extended.
  }
  throw new SettingError(`${addition.path.join('.')} cannot be extended; add these lines by hand:\n${table}`)
}

/** The inverse of `append`. */
function remove(text: string, addition: Addition): string | undefined {
  const value = tableIn(text, addition)
  if (!isWritten(value, addition.value)) return text
  const eol = eolOf(text)
  const table = format({ ...addition, value }).join(eol)
  if (text === table + eol) return undefined
  const [before = '', ...parts] = text.split(table)
  const after = parts.join(table)
  const rest = after.startsWith(eol)
    ? withoutEnd(before, eol) + after.slice(eol.length)
    : withoutEnd(before, eol + eol) + after
  return parts.length > 0 && tableIn(rest, addition) === undefined ? rest : text
}

const headOf = ({ path, key = '' }: Addition): string => `[${[...path, key].join('.')}]`

/** JSON strings and lists of strings are TOML, too. */
const format = (addition: Addition): string[] => [
  headOf(addition),
  ...Object.entries(addition.value as object).map(([key, value]) => `${key} = ${JSON.stringify(value)}`),
]

const withoutEnd = (text: string, end: string): string =>
  text.endsWith(end) ? text.slice(0, -end.length) : text
