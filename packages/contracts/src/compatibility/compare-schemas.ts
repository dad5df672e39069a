import type { Json } from '../json.ts'
import type { Pointer } from '../pointer.ts'
import type { Validator } from '../validator/validator.ts'
import { Conjunction } from './conjunction.ts'
import { ContainmentChecker } from './containment.ts'
import type { Incompatibility } from './incompatibility.ts'

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

/**
 * Decides whether the new schema accepts every value that the old schema accepts. Schemas are compared by the values
 * that they accept, not by their text.
 * @returns The incompatible changes; empty if the new schema is proven to accept every value of the old one. A change
 * that could be neither proven nor disproven has the verdict `unknown`.
 */
export function compareSchemas(before: Validator, after: Validator): Change[] {
  return new ContainmentChecker()
    .incompatibilities(new Conjunction([before.schemaNode()]), after.schemaNode())
    .map((found) => verified(found, before, after))
}

function verified(
  { value, before: location, ...rest }: Incompatibility,
  before: Validator,
  after: Validator,
): Change {
  const change = { ...rest, ...(location !== undefined && { before: location }) }
  return value !== undefined && before.is(value) && !after.is(value)
    ? { verdict: 'breaking', ...change, counterexample: value }
    : { verdict: 'unknown', ...change }
}
