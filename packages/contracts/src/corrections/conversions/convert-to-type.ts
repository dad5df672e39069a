import type { FactOf } from '../../violations/fact.ts'
import { VALUE_TYPES } from '../../schema/keywords/value-types.ts'
import type { Accepts } from './accepts.ts'
import type { Correction } from '../correction.ts'
import { jsonInText } from './json-in-text.ts'
import { membersAsItems } from './members-as-items.ts'
import { unwrapOnlyChild } from './only-child.ts'
import { scalarAsText } from './scalar-as-text.ts'
import { singleItem } from './single-item.ts'

/** Converts a value of a wrong type to the type that the schema demands, if the value stays the same. */
export function convertToType(fact: FactOf<'type'>): Correction | undefined {
  const { node, expected, received } = fact
  if (received === null && node.isOptionalMember) return { advice: { kind: 'delete-optional' } }
  const accepts: Accepts = (value) => expected.some((name) => VALUE_TYPES[name].isValid(value))
  return (
    scalarAsText(fact, accepts) ??
    jsonInText(fact, accepts) ??
    unwrapOnlyChild(fact, accepts) ??
    singleItem(fact, accepts) ??
    membersAsItems(fact, accepts)
  )
}
