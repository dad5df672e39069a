import { isArray, isNumber, isObject, isString, type Json } from '../../../json.ts'
import { describeValue, jsonTypeOf } from '../../../violations/messages.ts'
import { assertion } from './assertion.ts'
import type { ValueTypes, Bind } from '../../types.ts'

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.1 */
export const type = assertion({
  name: 'type',
  valueDescription:
    'one of "null", "boolean", "object", "array", "number", "string", "integer", or a list of them, each once',
  parse: (value) => {
    const names: readonly unknown[] = isArray(value) ? value : [value]
    const areTypes = names.length > 0 && names.every(isTypeName) && new Set(names).size === names.length
    return areTypes ? names : undefined
  },
  appliesTo: 'any',
  impliesType: ([name, ...others]) => (name && others.length === 0 ? TYPES[name].valueType : undefined),
  isValid: (types, value) => {
    for (const name of types) if (TYPES[name].isValid(value)) return true
    return false
  },
  emit: (types, value, bind) => types.map((name) => TYPES[name].emit(value, bind)).join(' || '),
  expected: (types): Json => (types.length === 1 ? (types[0] as string) : Object.freeze([...types])),
  describe: (types) => types.map((name) => TYPES[name].description).join(' or '),
  received: (value) => ({
    data: Number.isNaN(value) ? 'NaN' : jsonTypeOf(value),
    text: describeValue(value),
  }),
  suggestion: (types, value) => {
    for (const name of types) {
      const converted = TYPES[name].convert?.(value)
      if (converted !== undefined) return converted
    }
    return undefined
  },
})

interface Type {
  readonly description: string
  /** The name of the type for {@link ValueTypes}; absent if no other keyword applies to it. */
  readonly valueType?: keyof ValueTypes
  isValid(value: unknown): boolean
  /** Returns the JavaScript expression of `isValid`. */
  emit(value: string, bind: Bind): string
  /** Converts a value of another type without loss; undefined if that is impossible. */
  convert?(value: unknown): Json | undefined
}

const TYPES = {
  null: { description: 'null', isValid: (value) => value === null, emit: (value) => `${value} === null` },
  boolean: {
    description: 'true or false',
    isValid: (value) => typeof value === 'boolean',
    emit: (value) => `typeof ${value} === "boolean"`,
    convert: (value) => (value === 'true' ? true : value === 'false' ? false : undefined),
  },
  object: {
    description: 'an object',
    valueType: 'object',
    isValid: isObject,
    emit: (value, bind) =>
      `typeof ${value} === "object" && ${value} !== null && !${bind(Array.isArray)}(${value})`,
  },
  array: {
    description: 'an array',
    valueType: 'array',
    isValid: isArray,
    emit: (value, bind) => `${bind(Array.isArray)}(${value})`,
    convert: (value) => (isString(value) ? wrapInArray(value) : undefined),
  },
  number: {
    description: 'a number',
    valueType: 'number',
    isValid: isNumber,
    emit: (value, bind) => `${bind(Number.isFinite)}(${value})`,
    convert: parseNumber,
  },
  string: {
    description: 'a string',
    valueType: 'string',
    isValid: isString,
    emit: (value) => `typeof ${value} === "string"`,
    convert: (value) => (isNumber(value) ? String(value) : undefined),
  },
  integer: {
    description: 'an integer',
    valueType: 'number',
    isValid: Number.isInteger,
    emit: (value, bind) => `${bind(Number.isInteger)}(${value})`,
    convert: (value) => {
      const number = parseNumber(value)
      return Number.isInteger(number) ? number : undefined
    },
  },
} as const satisfies Record<string, Type> as Record<TypeName, Type>

type TypeName = 'null' | 'boolean' | 'object' | 'array' | 'number' | 'string' | 'integer'

const isTypeName = (name: unknown): name is TypeName => isString(name) && Object.hasOwn(TYPES, name)

function parseNumber(value: unknown): number | undefined {
  return isString(value) && /^-?(0|[1-9]\d*)(\.\d+)?$/.test(value) ? Number(value) : undefined
}

function wrapInArray(value: string): Json | undefined {
  return value.length > 0 && value.length <= 60 ? [value] : undefined
}
