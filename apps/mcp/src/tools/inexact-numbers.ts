import { compileSchema, type Violation } from '@workbench/contracts'

/**
 * Beyond the limits, JSON readers do not agree on integers (RFC 8259, section 6). Every larger number is one, or infinite,
 * which is no type of JSON.
 */
const numbers = compileSchema({
  $id: 'numbers',
  type: ['object', 'array', 'string', 'number', 'boolean', 'null'],
  minimum: Number.MIN_SAFE_INTEGER,
  maximum: Number.MAX_SAFE_INTEGER,
  items: { $ref: '#' },
  additionalProperties: { $ref: '#' },
})

/** Violations for the numbers in an artifact that `JSON.parse` may have changed without an error, as `1e999`. */
export function inexactNumbers(artifact: unknown): Violation[] {
  const verdict = numbers.validate(artifact)
  return verdict.valid ? [] : verdict.violations.map((violation) => toPrecision(violation))
}

/** A violation of a limit of validation stays one. */
function toPrecision(violation: Violation): Violation {
  const { path, keyword } = violation
  if (keyword === 'depth' || keyword === 'evaluations') return violation
  const received = keyword === 'type' ? 'an infinite number' : String(Number(violation.received))
  return {
    path,
    keyword: 'precision',
    message: `Expected a number from -(2^53 - 1) to 2^53 - 1; received ${received}, which may have been rounded: write it as a string if the contract allows one`,
    received,
  }
}
