import { isMembers, type Members } from '../json/values.ts'

/**
 * The smallest value of a schema that an answer contains, for peers that return parts of the schema. A `$ref` is not
 * resolved: its target is not a part of the answer.
 */
export function templateOf(schema: unknown): unknown {
  if (!isMembers(schema)) return undefined
  if ('const' in schema) return schema['const']
  if (Array.isArray(schema['enum'])) return schema['enum'][0]
  switch ([schema['type']].flat()[0]) {
    case 'string':
      return 'pattern' in schema ? undefined : 'text'
    case 'number':
    case 'integer':
      return schema['minimum'] ?? 1
    case 'boolean':
      return false
    case 'null':
      return null
    case 'array':
      return listOf(schema)
    case 'object':
      return objectOf(schema)
    default:
      return undefined
  }
}

function listOf({ items, minItems = 0 }: Members): unknown {
  const item = templateOf(items)
  return item === undefined
    ? minItems === 0
      ? []
      : undefined
    : Array.from({ length: Math.max(1, Number(minItems)) }, () => item)
}

function objectOf({ properties = {}, required = [] }: Members): unknown {
  const members = (required as string[]).map(
    (name) => [name, templateOf((properties as Members)[name])] as const,
  )
  return members.some(([, template]) => template === undefined) ? undefined : Object.fromEntries(members)
}
