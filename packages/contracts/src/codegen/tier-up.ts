import type { SchemaNode } from '../schema/types.ts'
import { generate, type SchemaFunctions } from './generate.ts'

/** The number of validations after which code generation has paid off. */
const CALLS_BEFORE_CODEGEN = 128

/** The code is generated again after this many times as many validations. */
const REGENERATION_FACTOR = 16

/**
 * Returns a getter for the functions of a schema: first the interpreter's, then generated ones.
 *
 * The code is generated again after 2,048 validations, then after 32,768, and so on: V8's inline caches keep the hidden
 * classes of early, untypical objects, and new functions start with empty caches. Where the runtime forbids code
 * generation, the interpreter stays.
 */
export function tierUp(node: SchemaNode): () => SchemaFunctions {
  let functions: SchemaFunctions = node
  let calls = 0
  let next = CALLS_BEFORE_CODEGEN
  return () => {
    if (++calls === next) {
      next *= REGENERATION_FACTOR
      functions = tryGenerate(node) ?? functions
    }
    return functions
  }
}

function tryGenerate(node: SchemaNode): SchemaFunctions | undefined {
  try {
    return generate(node)
  } catch {
    return undefined
  }
}
