import type { FactOf } from '../../violations/fact.ts'
import { acceptsType } from '../accepts-type.ts'
import type { Correction } from '../correction.ts'
import { jsonInText } from './json-in-text.ts'
import { membersAsItems } from './members-as-items.ts'
import { unwrapOnlyChild } from './only-child.ts'
import { scalarAsText } from './scalar-as-text.ts'
import { singleItem } from './single-item.ts'

/** Converts a value of a wrong type to the type that the schema demands, if the value stays the same. */
export function convertToType(fact: FactOf<'type'>): Correction | undefined {
  const { node, received } = fact
  if (received === null && node.isOptionalMember) return { hint: { kind: 'delete-optional' } }
  return (
    scalarAsText(fact) ??
    jsonInText(fact) ??
    unwrapOnlyChild(fact, (value) => acceptsType(node, value)) ??
    membersAsItems(fact) ??
    singleItem(fact)
  )
}
