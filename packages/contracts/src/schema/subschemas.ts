import type { SchemaNode } from './types.ts'

/** The subschemas, each with 1 if it applies to members or items, and 0 if it applies to the same value. */
export function subschemasOf({ constraints }: SchemaNode): (readonly [SchemaNode, 0 | 1])[] {
  const { members, items, inPlaceSubschemas } = constraints
  const below = [...(members?.properties.values() ?? []), members?.additionalProperties, items]
  return [
    ...below.flatMap((schema) => (typeof schema === 'object' ? [[schema, 1] as const] : [])),
    ...inPlaceSubschemas.map((subschema) => [subschema, 0] as const),
  ]
}
