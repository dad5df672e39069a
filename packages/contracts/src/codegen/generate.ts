import type { Location } from '../violations/location.ts'
import type { ViolationCollector } from '../violations/collector.ts'
import type { IsValid } from '../schema/interpreter.ts'
import type { SchemaNode } from '../schema/types.ts'
import { planInlining } from './inline-plan.ts'
import { FunctionBuilder } from './function-builder.ts'
import { Emitter } from './emit.ts'

/** The two things that can be asked of a schema, of whole artifacts. */
export interface SchemaFunctions {
  readonly isValid: IsValid
  readonly collectViolations: (location: Location, collector: ViolationCollector) => void
}

/**
 * What a schema's `holds` and `report` do, as functions written for this one schema.
 * @throws {EvalError} where code may not be generated.
 */
export function generate(node: SchemaNode): SchemaFunctions {
  const source = new FunctionBuilder()
  const writer = new Emitter(source, planInlining(node))
  const [holds, find] = source.build(`[${writer.predicate(node)}, ${writer.collector(node)}]`) as [
    IsValid,
    Find,
  ]
  return {
    isValid: holds,
    collectViolations: (location, collector) => {
      find(location.value, location.depth, location, collector)
    },
  }
}

type Find = (value: unknown, depth: number, location: Location, collector: ViolationCollector) => void
