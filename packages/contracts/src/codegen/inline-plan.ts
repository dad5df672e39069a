import { subschemasOf } from '../schema/subschemas.ts'
import type { SchemaNode } from '../schema/types.ts'

/** Decides which schemas are compiled to functions of their own and which are inlined into their parent's function. */
export interface InlinePlan {
  /** Schemas with several references to them, recursive schemas, and schemas that nest deeply. */
  readonly notInlined: ReadonlySet<SchemaNode>
  /** Number of levels of an artifact that the schema describes; Infinity if it is recursive. */
  readonly maxDepth: number
}

/** The maximum nesting of inlined schemas. JavaScript parsers are recursive. */
const MAX_INLINE_NESTING = 32

export function planInlining(root: SchemaNode): InlinePlan {
  const notInlined = new Set<SchemaNode>()
  const depths = new Map<SchemaNode, number>()
  return { maxDepth: visit(root, 0), notInlined }

  function visit(node: SchemaNode, nesting: number): number {
    const known = depths.get(node)
    if (known !== undefined || nesting > MAX_INLINE_NESTING) notInlined.add(node)
    if (known !== undefined) return known
    depths.set(node, Infinity)
    const nestingHere = notInlined.has(node) ? 0 : nesting
    let deepest = 0
    for (const [subschema, levels] of subschemasOf(node))
      deepest = Math.max(deepest, visit(subschema, nestingHere + 1) + levels)
    depths.set(node, deepest)
    return deepest
  }
}
