import type { Json } from '../json.ts'
import type { Pointer } from '../pointer.ts'
import type { Example } from './example.ts'

/** A keyword of the new schema that rejects, or may reject, a value that the old schema accepts. */
export interface Incompatibility {
  /** JSON Pointer into the value, to the member that is rejected. */
  readonly path: Pointer
  readonly message: string
  /** A value that the old schema accepts and the new one rejects; absent if none was found. */
  readonly value?: Json
  /** Location of the keyword in the old schema, as `finding.v1.schema.json#/properties/title/maxLength`. */
  readonly before?: string | undefined
  /** Location of the keyword in the new schema. */
  readonly after: string
}

/** Returns no incompatibility if no rejected value exists, and one without a value if it is unknown whether one does. */
export function incompatibility(rejected: Example, about: Omit<Incompatibility, 'value'>): Incompatibility[] {
  if (rejected === 'none') return []
  return [rejected === 'unknown' ? about : { ...about, value: rejected.value }]
}
