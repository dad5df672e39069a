import { isArray, isInteger, isNumber, isObject, isString } from '@workbench/json-text'
import type { TypeName } from '../expectations.ts'
import type { Bind, ValueTypes } from '../types.ts'

interface ValueType {
  /** The name of the type for {@link ValueTypes}; absent if no other keyword applies to it. */
  readonly valueType?: Exclude<keyof ValueTypes, 'any'>
  readonly isValid: (value: unknown) => boolean
  /** Returns the JavaScript expression of `isValid`. `value` is an identifier. */
  emit(value: string, bind: Bind): string
}

export const VALUE_TYPES: Readonly<Record<TypeName, ValueType>> = {
  null: { isValid: (value) => value === null, emit: (value) => `${value} === null` },
  boolean: {
    isValid: (value) => typeof value === 'boolean',
    emit: (value) => `typeof ${value} === "boolean"`,
  },
  object: {
    valueType: 'object',
    isValid: isObject,
    emit: (value, bind) => `typeof ${value} === "object" && ${value} !== null && !${bind(isArray)}(${value})`,
  },
  array: {
    valueType: 'array',
    isValid: isArray,
    emit: (value, bind) => `${bind(isArray)}(${value})`,
  },
  number: {
    valueType: 'number',
    isValid: isNumber,
    emit: (value, bind) => `${bind(isNumber)}(${value})`,
  },
  string: {
    valueType: 'string',
    isValid: isString,
    emit: (value) => `typeof ${value} === "string"`,
  },
  integer: {
    valueType: 'number',
    isValid: isInteger,
    emit: (value, bind) => `${bind(isInteger)}(${value})`,
  },
}
