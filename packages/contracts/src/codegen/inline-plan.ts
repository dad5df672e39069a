import { constraintSetOf } from '../schema/constraint-set.ts'
import type { SchemaNode } from '../schema/types.ts'

/** What the generator must know of a schema before it writes. */
export interface InlinePlan {
  /** Schemas that must be functions: several places refer to them, one of them perhaps their own, or they stand deep. */
  readonly notInlined: ReadonlySet<SchemaNode>
  /** Levels that the schema looks into an artifact; Infinity where it refers to itself. */
  readonly maxDepth: number
}

/** Schemas that are written one inside the other, at most: the engine's parser recurses. */
const MAX_INLINE_NESTING = 32

export function planInlining(root: SchemaNode): InlinePlan {
  const notInlined = new Set<SchemaNode>()
  const levels = new Map<SchemaNode, number>()
  return { maxDepth: visit(root, 0), notInlined }

  function visit(node: SchemaNode, nesting: number): number {
    const known = levels.get(node)
    if (known !== undefined || nesting > MAX_INLINE_NESTING) notInlined.add(node)
    if (known !== undefined) return known
    levels.set(node, Infinity)
    const inside = notInlined.has(node) ? 0 : nesting
    let deepest = 0
    for (const [other, below] of subschemasOf(node))
      deepest = Math.max(deepest, visit(other, inside + 1) + below)
    levels.set(node, deepest)
    return deepest
  }
}

/** The schemas that a schema asks, and how many levels below its own value. */
function subschemasOf(node: SchemaNode): (readonly [SchemaNode, 0 | 1])[] {
  const { members, items, references, conditionals } = constraintSetOf(node.keywords)
  const ofMembers = members ? [...members.properties.values(), members.additionalProperties] : []
  return [
    ...ofMembers.flatMap((member) => (typeof member === 'object' ? [[member, 1] as const] : [])),
    ...items.map(({ each }) => [each, 1] as const),
    ...references.map(({ node: other }) => [other, 0] as const),
    ...conditionals.flatMap((form) => [[form.if, 0] as const, [form.then, 0] as const]),
  ]
}
