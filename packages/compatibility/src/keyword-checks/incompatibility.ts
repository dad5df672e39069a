import type { Json, Pointer } from '@workbench/json-text'
import type { Example } from '../examples/example.ts'

/** A keyword of the new schema that rejects, or may reject, a value that the old schema accepts. */
export interface Change {
  /** `breaking` if a counterexample proves it; `unknown` if none was found, although one may exist. */
  readonly verdict: 'breaking' | 'unknown'
  /** JSON Pointer into the counterexample, to the member that is rejected. */
  readonly path: Pointer
  readonly message: string
  /** An artifact that the old schema accepts and the new one rejects, as verified with both validators. */
  readonly counterexample?: Json
  /** Location of the keyword in the old schema, as `finding.v1.schema.json#/properties/title/maxLength`. */
  readonly before?: string
  /** Location of the keyword in the new schema. */
  readonly after: string
}

/** A change of a part of the schemas, whose paths and values are those of the part. */
export interface Incompatibility extends Pick<Change, 'path' | 'message' | 'after'> {
  /** Not yet verified. */
  readonly value?: Json
  readonly before: string | undefined
}

/** Returns no incompatibility if no rejected value exists, and one without a value if it is unknown whether one does. */
export function incompatibility(rejected: Example, about: Omit<Incompatibility, 'value'>): Incompatibility[] {
  if (rejected === 'none') return []
  return [rejected === 'unknown' ? about : { ...about, value: rejected.value }]
}
