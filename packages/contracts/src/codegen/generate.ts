import type { CollectViolations, IsValid, SchemaNode } from '../schema/types.ts'
import type { ViolationCollector } from '../violations/collector.ts'
import type { Location } from '../violations/location.ts'
import { Emitter } from './emit.ts'
import { FunctionBuilder } from './function-builder.ts'
import { planInlining } from './inline-plan.ts'

/** The functions that validate by one schema, interpreted or generated. */
export interface SchemaFunctions {
  readonly isValid: IsValid
  readonly collectViolations: CollectViolations
}

/**
 * Compiles a schema to JavaScript functions that return the same results as the interpreter.
 * @param fewShapes the schemas whose objects have few shapes, for which faster code is generated
 * @throws {EvalError} if the runtime forbids code generation.
 */
export function generate(node: SchemaNode, fewShapes: ReadonlySet<SchemaNode>): SchemaFunctions {
  const builder = new FunctionBuilder()
  const emitter = new Emitter(builder, planInlining(node), fewShapes)
  const [isValid, collect] = builder.build(`[${emitter.validator(node)}, ${emitter.collector(node)}]`) as [
    IsValid,
    Collect,
  ]
  return {
    isValid,
    collectViolations: (location, collector) => {
      collect(location.value, location.depth, location, collector)
    },
  }
}

type Collect = (value: unknown, depth: number, location: Location, collector: ViolationCollector) => void
