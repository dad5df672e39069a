import { token } from '../pointer.ts'
import type { Node } from './rule.ts'
import type { SchemaProblem } from './schema-error.ts'

/** Schemas that one schema may ask, one through the other, about the same value. */
const LONGEST_CHAIN = 64

/** Finds schemas that ask themselves, or too many others, about the same value: judging by them would not end well. */
export function circles(nodes: Iterable<Node>): SchemaProblem[] {
  const problems: SchemaProblem[] = []
  const open = new Set<Node>()
  const lengths = new Map<Node, number>()
  for (const node of nodes) chainFrom(node)
  return problems

  /** Length of the longest chain that begins at the node. */
  function chainFrom(node: Node): number {
    const known = lengths.get(node)
    if (known !== undefined) return known
    open.add(node)
    let longest = 0
    for (const next of node.inPlace) {
      if (open.has(next))
        refuse(node, 'leads back to itself for the same value, so no value could ever be judged')
      else if (open.size < LONGEST_CHAIN) longest = Math.max(longest, chainFrom(next))
      else longest = LONGEST_CHAIN
    }
    open.delete(node)
    if (longest >= LONGEST_CHAIN)
      refuse(node, `leads through more than ${LONGEST_CHAIN} schemas for the same value`)
    const length = longest >= LONGEST_CHAIN ? 0 : longest + 1
    lengths.set(node, length)
    return length
  }

  function refuse({ file, pointer, schema }: Node, message: string): void {
    const keyword = Object.hasOwn(schema, '$ref') ? '$ref' : 'if'
    problems.push({ file, pointer: pointer + token(keyword), keyword, message: `"${keyword}" ${message}` })
  }
}
