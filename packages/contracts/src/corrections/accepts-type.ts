import { isArray, isInteger } from '../json.ts'
import { jsonTypeOf } from '../violations/messages.ts'
import type { SchemaNode } from '../schema/types.ts'

/** Whether `type` of a schema, and of the targets of its `$ref`, allows the value. True without `type`. */
export function acceptsType(node: SchemaNode, value: unknown): boolean {
  const { type } = node.schema
  const types: readonly unknown[] = isArray(type) ? type : [type]
  const received = jsonTypeOf(value)
  const isAccepted =
    type === undefined || types.includes(received) || (types.includes('integer') && isInteger(value))
  return isAccepted && (node.reference === undefined || acceptsType(node.reference, value))
}
