import type { Validator } from '@workbench/contracts/internal'
import { Conjunction } from './schemas/conjunction.ts'
import { ContainmentChecker } from './containment.ts'
import type { Change, Incompatibility } from './keyword-checks/incompatibility.ts'

export type { Change } from './keyword-checks/incompatibility.ts'

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
