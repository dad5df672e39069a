import { inDocumentOrder, withoutRepetition } from '../report/order.ts'
import { pointerOf, rootPlace } from '../report/place.ts'
import { type Fault, Report } from '../report/report.ts'
import { DEEPEST, TooDeep } from '../schema/node.ts'
import type { Node } from '../schema/rule.ts'
import type { Violation } from '../violation.ts'

/** Every way in which a value breaks its contract, in document order; none where it `holds`, which is quicker to ask. */
export function judge(node: Pick<Node, 'report'>, value: unknown): readonly Fault[] {
  const report = new Report()
  try {
    node.report(rootPlace(value), report)
  } catch (error) {
    if (error instanceof TooDeep) return [tooDeep]
    throw error
  }
  const { faults } = report
  return faults.length > 1 ? withoutRepetition(inDocumentOrder(faults)) : faults
}

const tooDeep: Fault = {
  place: rootPlace(undefined),
  anchor: 'value',
  rule: { keyword: 'depth' },
  explanation: {
    message: `Expected at most ${DEEPEST} levels of nesting; received more`,
    expected: DEEPEST,
  },
  condition: '',
}

/** A fault as callers get it, without its position. */
export function violationOf({ place, rule, explanation, condition }: Fault): Violation {
  const { message, expected, received, suggestion } = explanation
  const violation: { -readonly [Name in keyof Violation]: Violation[Name] } = {
    path: pointerOf(place),
    keyword: rule.keyword,
    message: message + condition,
    expected,
  }
  if (received !== undefined) violation.received = received
  if (rule.schemaPath !== undefined) violation.schemaPath = rule.schemaPath
  if (suggestion !== undefined) violation.suggestion = suggestion
  return violation
}
