import { isArray, isObject, isString } from '../json.ts'
import type { SchemaNode } from './types.ts'

/** A member that a contract describes, for documentation. */
export interface Field {
  /** For example `waves[].tasks[].id`. */
  readonly path: string
  readonly required: boolean
  /** The constraints in words, for example `a string, at most 80 characters`. */
  readonly rule: string
  readonly description: string | undefined
}

/**
 * The members that a schema describes. Nested members follow the member that contains them; the members of other
 * contracts are left out.
 */
export const fieldsOf = (node: SchemaNode): Field[] => fieldsBelow(node, '', [node])

function fieldsBelow(node: SchemaNode, prefix: string, ancestors: readonly SchemaNode[]): Field[] {
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
    return [field, ...nestedFields(member, field.path, ancestors)]
  })
}

function nestedFields(member: SchemaNode, prefix: string, ancestors: readonly SchemaNode[]): Field[] {
  const items = member.subschema('items')
  const [node, separator] = items ? [items, '[].'] : [member, '.']
  const reference = node.schema['$ref']
  const isOtherContract = isString(reference) && !reference.includes('#')
  const target = node.reference ?? node
  return isOtherContract || ancestors.includes(target)
    ? []
    : fieldsBelow(target, prefix + separator, [...ancestors, target])
}
