import type { Place } from '../report/place.ts'
import type { Report } from '../report/report.ts'
import type { Holds } from '../schema/plain.ts'
import type { Node } from '../schema/rule.ts'
import { graphOf } from './graph.ts'
import { Source } from './source.ts'
import { Writer } from './write.ts'

/** The two things that can be asked of a schema, of whole artifacts. */
export interface Generated {
  readonly holds: Holds
  readonly report: (place: Place, report: Report) => void
}

/**
 * What a schema's `holds` and `report` do, as functions written for this one schema.
 * @throws {EvalError} where code may not be generated.
 */
export function generate(node: Node): Generated {
  const source = new Source()
  const writer = new Writer(source, graphOf(node))
  const [holds, find] = source.run(`[${writer.asking(node)}, ${writer.finding(node)}]`) as [Holds, Find]
  return {
    holds,
    report: (place, report) => {
      find(place.value, place.depth, place, report)
    },
  }
}

type Find = (value: unknown, depth: number, place: Place, report: Report) => void
