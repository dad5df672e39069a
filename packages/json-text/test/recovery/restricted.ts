import type { RecoveryOptions, Validate, ValueError } from '../../src/recovery/recovery-options.ts'
import { token } from '../../src/values/pointer.ts'

/** Options of a recovery in which the function decides which values are accepted. */
export const optionsOf = (validate: Validate): RecoveryOptions => ({ validate })

/** An error of the type of a whole value, unless it is of one of the types. */
export const typeErrors = (value: unknown, ...types: readonly string[]): ValueError[] =>
  types.includes(Array.isArray(value) ? 'array' : value === null ? 'null' : typeof value)
    ? []
    : [{ path: '', about: 'type', value, isConditional: false }]

/** Restricts each value: accepts any object and array without null. */
export const restricted = optionsOf((value) => [
  ...typeErrors(value, 'object', 'array'),
  ...nullsIn(value, ''),
])

function nullsIn(value: unknown, path: string): ValueError[] {
  if (value === null && path !== '') return [{ path, about: 'type', value, isConditional: false }]
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, child]) => nullsIn(child, path + token(name)))
}
