import { isArray, isObject, isString } from '../json.ts'
import type { SchemaNode } from './types.ts'

/** A member that a contract lists, as a reader wants to see it. */
export interface Field {
  /** As in `waves[].tasks[].id`. */
  readonly path: string
  readonly required: boolean
  /** As in `a string, at most 80 characters`. */
  readonly rule: string
  readonly description: string | undefined
}

/** The members that a schema lists, nested ones after the member that holds them. Other contracts are not unfolded. */
export const fieldsOf = (node: SchemaNode): Field[] => membersOf(node, '', [node])

function membersOf(node: SchemaNode, prefix: string, path: readonly SchemaNode[]): Field[] {
  const { properties, required } = node.schema
  const names = isObject(properties) ? Object.keys(properties) : []
  return names.flatMap((name) => {
    const member = node.subschema('properties', name)
    if (!member) return []
    const description = member.schema['description']
    const field = {
      path: prefix + name,
      required: isArray(required) && required.includes(name),
      rule: member.describe(1),
      description: isString(description) ? description : undefined,
    }
    return [field, ...nestedIn(member, field.path, path)]
  })
}

function nestedIn(member: SchemaNode, prefix: string, path: readonly SchemaNode[]): Field[] {
  const items = member.subschema('items')
  const [node, separator] = items ? [items, '[].'] : [member, '.']
  const reference = node.schema['$ref']
  const isOtherContract = isString(reference) && !reference.includes('#')
  const target = node.reference ?? node
  return isOtherContract || path.includes(target)
    ? []
    : membersOf(target, prefix + separator, [...path, target])
}
