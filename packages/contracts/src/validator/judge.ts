import { inDocumentOrder } from '../report/order.ts'
import { pointerOf, rootPlace } from '../report/place.ts'
import { type Anchor, type Fault, Report } from '../report/report.ts'
import { DEEPEST, TooDeep } from '../schema/node.ts'
import type { Node } from '../schema/rule.ts'
import type { Violation } from '../violation.ts'

/** A violation without its position, and the part of the text that it is about. */
export interface Judgement {
  readonly violation: Violation
  readonly anchor: Anchor
}

/** Every way in which a value breaks its contract, in document order; none where it `holds`, which is quicker to ask. */
export function judge(node: Node, value: unknown): Judgement[] {
  const report = new Report()
  try {
    node.report(rootPlace(value), report)
  } catch (error) {
    if (error instanceof TooDeep) return [tooDeep]
    throw error
  }
  return withoutRepetition(inDocumentOrder(report.faults).map(judgementOf))
}

const tooDeep: Judgement = {
  violation: {
    path: '',
    keyword: 'depth',
    message: `Expected at most ${DEEPEST} levels of nesting; received more`,
    expected: DEEPEST,
  },
  anchor: 'value',
}

const judgementOf = ({
  place,
  anchor,
  keyword,
  message,
  expected,
  received,
  schemaPath,
  suggestion,
}: Fault): Judgement => ({
  violation: {
    path: pointerOf(place),
    keyword,
    message,
    expected,
    ...(received !== undefined && { received }),
    schemaPath,
    ...(suggestion !== undefined && { suggestion }),
  },
  anchor,
})

/** A rule that reaches the same place by two references is broken once. */
function withoutRepetition(judgements: readonly Judgement[]): Judgement[] {
  const seen = new Set<string>()
  return judgements.filter(({ violation }) => {
    const key = `${violation.path}\n${violation.schemaPath ?? ''}`
    return !seen.has(key) && seen.add(key)
  })
}
