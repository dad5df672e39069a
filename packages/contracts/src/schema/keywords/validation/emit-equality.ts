import { isNumber, isString, type Json, jsonEqual } from '../../../json.ts'
import type { Bind } from '../../constraint.ts'

/** An expression that is true where `value` equals a JSON value. */
export const emitEquality = (allowed: Json, value: string, use: Bind): string =>
  isString(allowed) || isNumber(allowed) || typeof allowed === 'boolean' || allowed === null
    ? `${value} === ${JSON.stringify(allowed)}`
    : `${use(jsonEqual)}(${use(allowed)}, ${value})`
