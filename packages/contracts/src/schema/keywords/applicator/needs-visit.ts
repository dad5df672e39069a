import { MAX_DEPTH } from '../../limits.ts'
import type { SchemaNode } from '../../types.ts'

/** Whether a member or an item can have facts. Most values are valid scalars, which need no location. */
export const needsVisit = (schema: SchemaNode, value: unknown, depth: number): boolean =>
  (typeof value === 'object' && value !== null) || depth > MAX_DEPTH || !schema.isValid(value, depth)
