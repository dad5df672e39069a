import type { Node } from '../schema/rule.ts'
import type { Holds } from '../schema/plain.ts'
import { graphOf } from './graph.ts'
import { Source } from './source.ts'
import { Writer } from './write.ts'

/**
 * What `node.holds` asks, as a function written for this one schema.
 * @throws {EvalError} where code may not be generated.
 */
export function generate(node: Node): Holds {
  const source = new Source()
  return source.run(new Writer(source, graphOf(node)).functionOf(node)) as Holds
}
