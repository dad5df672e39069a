import { isNumber, isString, type Json, jsonEqual } from '@workbench/json-text'
import type { Bind } from '../../types.ts'

/** Returns a JavaScript expression: whether `value`, an identifier, equals a JSON value. */
export const emitEquality = (allowed: Json, value: string, bind: Bind): string =>
  isString(allowed) || isNumber(allowed) || typeof allowed === 'boolean' || allowed === null
    ? `${value} === ${JSON.stringify(allowed)}`
    : `${bind(jsonEqual)}(${bind(allowed)}, ${value})`
