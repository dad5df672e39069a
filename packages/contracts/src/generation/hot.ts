import type { Node } from '../schema/rule.ts'
import { type Generated, generate } from './generate.ts'

/** Generating code pays for a schema that is asked about so many values. */
const FIRST = 128

/** How many times more often it is asked before the code is made anew. */
const GROWTH = 16

/**
 * Gives the way to ask a schema: plainly at first, by generated code once asked often. The code is made anew now and
 * then: an engine that has met shapes of objects in the making keeps to a slow way of reading them, and new code starts
 * afresh. Where code may not be generated, the plain way stays.
 */
export function hot(node: Node): () => Pick<Generated, 'holds' | 'report'> {
  let way: Generated = node
  let asked = 0
  let next = FIRST
  return () => {
    if (++asked === next) {
      next *= GROWTH
      way = generated(node) ?? way
    }
    return way
  }
}

function generated(node: Node): Generated | undefined {
  try {
    return generate(node)
  } catch {
    return undefined
  }
}
