import { isNumber, isString, type Json, jsonEqual } from '../json.ts'
import type { Use } from './form.ts'

/** An expression that is true where `value` equals a JSON value. */
export const equality = (allowed: Json, value: string, use: Use): string =>
  isString(allowed) || isNumber(allowed) || typeof allowed === 'boolean' || allowed === null
    ? `${value} === ${JSON.stringify(allowed)}`
    : `${use(jsonEqual)}(${use(allowed)}, ${value})`
