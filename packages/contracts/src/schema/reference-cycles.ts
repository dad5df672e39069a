import { token } from '@workbench/json-text'
import type { SchemaProblem } from './schema-error.ts'
import type { SchemaNode } from './types.ts'

/** The maximum length of a chain of `$ref`, `if` and `then` that apply to the same value. */
const MAX_CHAIN_LENGTH = 64

/**
 * Finds chains of `$ref`, `if` and `then` that apply to the same value and are endless or too long: validation is
 * recursive and would overflow the stack.
 */
export function findReferenceCycles(nodes: Iterable<SchemaNode>): SchemaProblem[] {
  const problems: SchemaProblem[] = []
  const open = new Set<SchemaNode>()
  const lengths = new Map<SchemaNode, number>()
  for (const node of nodes) longestChain(node)
  return problems

  /** Length of the longest chain that starts at the node. */
  function longestChain(node: SchemaNode): number {
    const known = lengths.get(node)
    if (known !== undefined) return known
    open.add(node)
    let longest = 0
    for (const next of node.constraints.inPlaceSubschemas) {
      if (open.has(next))
        addProblem(node, 'refers back to itself for the same value: validation would not end')
      else if (open.size < MAX_CHAIN_LENGTH) longest = Math.max(longest, longestChain(next))
      else longest = MAX_CHAIN_LENGTH
    }
    open.delete(node)
    if (longest >= MAX_CHAIN_LENGTH)
      addProblem(node, `applies more than ${MAX_CHAIN_LENGTH} schemas in a chain to the same value`)
    const length = longest >= MAX_CHAIN_LENGTH ? 0 : longest + 1
    lengths.set(node, length)
    return length
  }

  function addProblem({ file, pointer, schema }: SchemaNode, message: string): void {
    const keyword = Object.hasOwn(schema, '$ref') ? '$ref' : 'if'
    problems.push({ file, pointer: pointer + token(keyword), keyword, message: `"${keyword}" ${message}` })
  }
}
