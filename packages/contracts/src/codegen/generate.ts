import type { IsValid, SchemaNode } from '../schema/types.ts'
import { Emitter } from './emit.ts'
import { FunctionBuilder } from './function-builder.ts'
import { planInlining } from './inline-plan.ts'

/**
 * Compiles a schema to a JavaScript function that returns the same results as the interpreter.
 * @param fewShapes the schemas whose objects have few shapes, for which faster code is generated
 * @throws {EvalError} if the runtime forbids code generation.
 */
export function generate(node: SchemaNode, fewShapes: ReadonlySet<SchemaNode>): IsValid {
  const builder = new FunctionBuilder()
  const emitter = new Emitter(builder, planInlining(node), fewShapes)
  return builder.build(emitter.validator(node)) as IsValid
}
