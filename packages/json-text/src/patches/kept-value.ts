import { isArray, isNumber, type Json } from '../values/json.ts'
import { JSON_NUMBER } from '../lexical/scalar.ts'
import { nodeOf, printNode, type TextChild, type TextNode } from './text-tree.ts'

/**
 * The current value in a list, its only member or item, or a list of its members, with their formatting and the notation of
 * their numbers; or the number that is written in a string. Undefined if the value is none of these.
 */
export function keptIn(value: Json, current: TextNode): TextNode | undefined {
  if (isNumber(value) && !current.children) return numberIn(current, value)
  const { children = [] } = current
  const [only, ...others] = children
  if (only && others.length === 0 && isEqual(value, only.node)) return only.node
  if (!isArray(value)) return undefined
  if (value.length === 1 && isEqual(value[0], current)) return listOf([{ ...ITEM, node: current }])
  const isOfMembers =
    children.length > 0 &&
    value.length === children.length &&
    children.every(({ node }, index) => isEqual(value[index], node))
  return isOfMembers ? listOf(children.map((child) => ({ ...child, key: '', name: '' }))) : undefined
}

const listOf = (children: readonly TextChild[]): TextNode => ({ children, isArray: true, text: '' })

const ITEM = { key: '', name: '', before: '', after: '' }

function numberIn({ text }: TextNode, value: number): TextNode | undefined {
  // A unit can follow.
  const [written = ''] = text.startsWith('"') ? (/^-?[\d.]+/.exec(JSON.parse(text) as string) ?? []) : []
  return JSON_NUMBER.test(written) && Number(written) === value ? nodeOf(written) : undefined
}

const isEqual = (value: unknown, node: TextNode): boolean =>
  JSON.stringify(value) === JSON.stringify(JSON.parse(printNode(node)))
