import { asked } from '../schema/asked.ts'
import type { Node } from '../schema/rule.ts'

/** What the generator must know of a schema before it writes. */
export interface Graph {
  /** Schemas that must be functions: several places refer to them, one of them perhaps their own, or they stand deep. */
  readonly shared: ReadonlySet<Node>
  /** Levels that the schema looks into an artifact; Infinity where it refers to itself. */
  readonly levels: number
}

/** Schemas that are written one inside the other, at most: the engine's parser recurses. */
const DEEPEST_NESTING = 32

export function graphOf(root: Node): Graph {
  const shared = new Set<Node>()
  const levels = new Map<Node, number>()
  return { levels: visit(root, 0), shared }

  function visit(node: Node, nesting: number): number {
    const known = levels.get(node)
    if (known !== undefined || nesting > DEEPEST_NESTING) shared.add(node)
    if (known !== undefined) return known
    levels.set(node, Infinity)
    const inside = shared.has(node) ? 0 : nesting
    let deepest = 0
    for (const [other, below] of neighbours(node))
      deepest = Math.max(deepest, visit(other, inside + 1) + below)
    levels.set(node, deepest)
    return deepest
  }
}

/** The schemas that a schema asks, and how many levels below its own value. */
function neighbours(node: Node): (readonly [Node, 0 | 1])[] {
  const { members, items, same, conditionals } = asked(node.rules)
  const ofMembers = members ? [...members.listed.values(), members.others] : []
  return [
    ...ofMembers.flatMap((member) => (typeof member === 'object' ? [[member, 1] as const] : [])),
    ...items.map(({ each }) => [each, 1] as const),
    ...same.map(({ node: other }) => [other, 0] as const),
    ...conditionals.flatMap((form) => [[form.if, 0] as const, [form.then, 0] as const]),
  ]
}
