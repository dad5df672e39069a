import { holdsFromRoot } from '../schema/node.ts'
import type { Holds } from '../schema/plain.ts'
import type { Node } from '../schema/rule.ts'
import { generate } from './generate.ts'

/** Generating code pays for a schema that is asked about so many values. */
const FIRST = 128

/** How many times more often it is asked before the code is made anew. */
const GROWTH = 16

/**
 * Whether values follow a schema: asked plainly at first, and by generated code once asked often. The code is made anew
 * now and then: an engine that has met shapes of objects in the making keeps to a slow way of reading them, and new code
 * starts afresh. Where code may not be generated, the plain way stays.
 */
export function hot(node: Node): (value: unknown) => boolean {
  let ask = node.holds
  let asked = 0
  let next = FIRST
  return (value) => {
    if (++asked === next) {
      next *= GROWTH
      ask = generated(node) ?? ask
    }
    return holdsFromRoot(ask, value)
  }
}

function generated(node: Node): Holds | undefined {
  try {
    return generate(node)
  } catch {
    return undefined
  }
}
