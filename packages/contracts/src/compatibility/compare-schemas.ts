import type { Json } from '../json.ts'
import type { Pointer } from '../pointer.ts'
import { nodeOf, type Validator } from '../validator/validator.ts'
import type { Incompatibility } from './incompatibility.ts'
import { ContainmentChecker } from './containment.ts'
import type { SampleStrings } from './string-examples.ts'
import { Conjunction } from './conjunction.ts'

/** One way in which a schema refuses, or may refuse, what another one accepts. */
export interface Change {
  /** `unknown` where no artifact was found that proves it, though there may be one. */
  readonly verdict: 'breaking' | 'unknown'
  /** JSON Pointer into the counterexample, of the member concerned. */
  readonly path: Pointer
  readonly message: string
  /** An artifact that the old schema accepts and the new one refuses; both were asked. */
  readonly counterexample?: Json
  /** Where the rule stands in the old schema, and in the new one. */
  readonly before?: string
  readonly after: string
}

export interface CompareOptions {
  /** Gives strings that match a pattern. Without it, more answers about patterns are `unknown`. */
  readonly sampleStrings?: SampleStrings
}

/**
 * Decides whether every value that the old schema accepts is accepted by the new one, by what the schemas mean and not
 * by how they are written. Empty: it is. A value is never said to be accepted that is not; where that cannot be
 * decided, the change is `unknown`.
 */
export function compareSchemas(
  before: Validator,
  after: Validator,
  { sampleStrings = () => [] }: CompareOptions = {},
): Change[] {
  const incompatibilities = new ContainmentChecker(sampleStrings).incompatibilities(
    new Conjunction([nodeOf(before)]),
    nodeOf(after),
  )
  return incompatibilities.map((incompatibility) => proved(incompatibility, before, after))
}

function proved(
  { value, before: rule, ...incompatibility }: Incompatibility,
  before: Validator,
  after: Validator,
): Change {
  const change = { ...incompatibility, ...(rule !== undefined && { before: rule }) }
  return value !== undefined && before.is(value) && !after.is(value)
    ? { verdict: 'breaking', ...change, counterexample: value }
    : { verdict: 'unknown', ...change }
}
