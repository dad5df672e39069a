import type { ValueTypes } from '../schema/types.ts'

/** Returns the JavaScript expression: whether `value`, an identifier, has a type. */
export const typeGuard = (type: Exclude<keyof ValueTypes, 'any'>, value: string): string =>
  GUARDS[type](value)

const GUARDS = {
  string: (value: string) => `typeof ${value} === "string"`,
  number: (value: string) => `Number.isFinite(${value})`,
  array: (value: string) => `Array.isArray(${value})`,
  object: (value: string) => `typeof ${value} === "object" && ${value} !== null && !Array.isArray(${value})`,
}
