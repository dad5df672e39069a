import type { FailureOf } from '../../failures/failure.ts'
import { acceptsType } from '../accepts-type.ts'
import type { Correction } from '../../failures/correction.ts'
import { jsonInText } from './json-in-text.ts'
import { membersAsItems } from './members-as-items.ts'
import { unwrapOnlyChild } from './only-child.ts'
import { scalarAsText } from './scalar-as-text.ts'
import { singleItem } from './single-item.ts'

/** Converts a value of a wrong type to the type that the schema demands, if the value stays the same. */
export function convertToType(failure: FailureOf<'type'>): Correction | undefined {
  const { node, received } = failure
  if (received === null && node.isOptionalMember) return { hint: { kind: 'delete-optional' } }
  return (
    scalarAsText(failure) ??
    jsonInText(failure) ??
    unwrapOnlyChild(failure, (value) => acceptsType(node, value)) ??
    membersAsItems(failure) ??
    singleItem(failure)
  )
}
