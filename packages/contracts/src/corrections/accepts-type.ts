import type { SchemaNode } from '../schema/types.ts'

/** Whether `type` of a schema, and of the targets of its `$ref`, allows the value. True without `type`. */
export const acceptsType = ({ constraints: { tests, reference } }: SchemaNode, value: unknown): boolean =>
  tests.every(({ keyword, isValid }) => keyword !== 'type' || isValid(value)) &&
  (reference === undefined || acceptsType(reference, value))
