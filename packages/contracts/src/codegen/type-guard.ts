import { VALUE_TYPES } from '../schema/keywords/value-types.ts'
import type { Bind, ValueTypes } from '../schema/types.ts'
import type { Target } from './target.ts'

/** Returns the JavaScript expression: whether `value`, an identifier, has a type. */
export const typeGuard = (type: Exclude<keyof ValueTypes, 'any'>, value: string, bind: Bind): string =>
  VALUE_TYPES[type].emit(value, bind)

/** Returns the code, executed only for values of a type. `knownType` is the type that the value is known to have. */
export const guarded = (
  type: Exclude<keyof ValueTypes, 'any'>,
  knownType: keyof ValueTypes | undefined,
  { value }: Target,
  code: string,
  bind: Bind,
): string => (type === knownType ? `{${code}}` : `if (${typeGuard(type, value, bind)}) {${code}}`)
