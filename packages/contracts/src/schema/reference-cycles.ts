import { token } from '../pointer.ts'
import type { SchemaNode } from './types.ts'
import type { SchemaProblem } from './schema-error.ts'

/** Schemas that one schema may ask, one through the other, about the same value. */
const MAX_CHAIN_LENGTH = 64

/** Finds schemas that ask themselves, or too many others, about the same value: judging by them would not end well. */
export function findReferenceCycles(nodes: Iterable<SchemaNode>): SchemaProblem[] {
  const problems: SchemaProblem[] = []
  const open = new Set<SchemaNode>()
  const lengths = new Map<SchemaNode, number>()
  for (const node of nodes) chainFrom(node)
  return problems

  /** Length of the longest chain that begins at the node. */
  function chainFrom(node: SchemaNode): number {
    const known = lengths.get(node)
    if (known !== undefined) return known
    open.add(node)
    let longest = 0
    for (const next of node.inPlaceSubschemas) {
      if (open.has(next))
        refuse(node, 'leads back to itself for the same value, so no value could ever be judged')
      else if (open.size < MAX_CHAIN_LENGTH) longest = Math.max(longest, chainFrom(next))
      else longest = MAX_CHAIN_LENGTH
    }
    open.delete(node)
    if (longest >= MAX_CHAIN_LENGTH)
      refuse(node, `leads through more than ${MAX_CHAIN_LENGTH} schemas for the same value`)
    const length = longest >= MAX_CHAIN_LENGTH ? 0 : longest + 1
    lengths.set(node, length)
    return length
  }

  function refuse({ file, pointer, schema }: SchemaNode, message: string): void {
    const keyword = Object.hasOwn(schema, '$ref') ? '$ref' : 'if'
    problems.push({ file, pointer: pointer + token(keyword), keyword, message: `"${keyword}" ${message}` })
  }
}
