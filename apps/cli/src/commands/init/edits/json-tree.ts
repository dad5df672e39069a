import { type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser'

import { SettingError } from './setting.ts'

/**
 * Parses JSON with comments and trailing commas, perhaps after a byte order mark.
 * @throws {SettingError} if the text has another syntax
 */
export function parseJson(text: string): Node {
  const errors: ParseError[] = []
  const root = parseTree(text.replace(/^\ufeff/, ' '), errors, { allowTrailingComma: true })
  const [error] = errors
  if (root && !error) return root
  const { offset = 0 } = error ?? {}
  const reason = error ? printParseErrorCode(error.error) : 'ValueExpected'
  const line = text.slice(0, offset).split('\n').length
  throw new SettingError(`it is not valid JSON (${reason} in line ${line}); correct it first`)
}

/**
 * The value of a member; undefined if there is none.
 * @throws {SettingError} if the object has the member twice, or is not an object
 */
export function memberOf(node: Node, name: string): Node | undefined {
  if (node.type !== 'object')
    throw new SettingError(`the value around ${JSON.stringify(name)} is not an object`)
  const found = (node.children ?? []).filter(({ children: [key] = [] }) => key?.value === name)
  if (found.length > 1)
    throw new SettingError(`it has the member ${JSON.stringify(name)} twice; delete one first`)
  return found[0]?.children?.[1]
}

/** The first offset after a comma, whitespace and comments are never part of a node. */
export const endOf = ({ offset, length }: Node): number => offset + length
