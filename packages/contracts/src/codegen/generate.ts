import type { IsValid, SchemaNode } from '../schema/types.ts'
import { Emitter } from './emit.ts'
import { FunctionBuilder } from './function-builder.ts'
import { planInlining } from './inline-plan.ts'

/**
 * Compiles a schema, and each one below it, to JavaScript functions that return the same results as the interpreter.
 * @param fewShapes the schemas whose objects have few shapes, for which faster code is generated
 * @throws {EvalError} if the runtime forbids code generation.
 */
export function generate(root: SchemaNode, fewShapes: ReadonlySet<SchemaNode>): void {
  const builder = new FunctionBuilder()
  const plan = planInlining(root)
  const emitter = new Emitter(builder, plan, fewShapes)
  const names = plan.nodes.map((node) => emitter.validator(node))
  const functions = builder.build(`[${names.join()}]`) as IsValid[]
  for (const [index, node] of plan.nodes.entries()) node.isValid = functions[index] ?? node.isValid
}
