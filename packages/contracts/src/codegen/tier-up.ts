import type { SchemaNode } from '../schema/types.ts'
import { type SchemaFunctions, generate } from './generate.ts'

/** Generating code pays for a schema that is asked about so many values. */
const CALLS_BEFORE_CODEGEN = 128

/** How many times more often it is asked before the code is made anew. */
const REGENERATION_FACTOR = 16

/**
 * Gives the way to ask a schema: plainly at first, by generated code once asked often. The code is made anew now and
 * then: an engine that has met shapes of objects in the making keeps to a slow way of reading them, and new code starts
 * afresh. Where code may not be generated, the plain way stays.
 */
export function tierUp(node: SchemaNode): () => Pick<SchemaFunctions, 'isValid' | 'collectViolations'> {
  let way: SchemaFunctions = node
  let asked = 0
  let next = CALLS_BEFORE_CODEGEN
  return () => {
    if (++asked === next) {
      next *= REGENERATION_FACTOR
      way = generated(node) ?? way
    }
    return way
  }
}

function generated(node: SchemaNode): SchemaFunctions | undefined {
  try {
    return generate(node)
  } catch {
    return undefined
  }
}
