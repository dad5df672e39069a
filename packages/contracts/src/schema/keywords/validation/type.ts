import { isArray, isNumber, isObject, isString, type Json } from '../../../json.ts'
import { describeValue, jsonTypeOf } from '../../../violations/messages.ts'
import { assertion } from './assertion.ts'
import { convertToType } from './convert-to-type.ts'
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
  test: accepts,
  emit: (types, value, bind) => types.map((name) => TYPES[name].emit(value, bind)).join(' || '),
  expected: (types): Json => (types.length === 1 ? (types[0] as string) : Object.freeze([...types])),
  describe: (types) => types.map((name) => TYPES[name].description).join(' or '),
  received: (value) => ({
    data: Number.isNaN(value) ? 'NaN' : jsonTypeOf(value),
    text: describeValue(value),
  }),
  describeExpected: (node) => node.describe(2),
  hasTemplate: true,
  correct: (types, location, node) =>
    location.value === null && node.isOptionalMember
      ? { advice: '; delete this member, it is optional' }
      : convertToType(location, node, accepts(types)),
})

/** Most schemas have one type: the function of that type is called directly. */
function accepts([name, ...others]: readonly TypeName[]): (value: unknown) => boolean {
  const isOfFirst = name ? TYPES[name].isValid : () => false
  return others.length === 0
    ? isOfFirst
    : (value) => isOfFirst(value) || others.some((other) => TYPES[other].isValid(value))
}

interface Type {
  readonly description: string
  /** The name of the type for {@link ValueTypes}; absent if no other keyword applies to it. */
  readonly valueType?: keyof ValueTypes
  readonly isValid: (value: unknown) => boolean
  /** Returns the JavaScript expression of `isValid`. */
  emit(value: string, bind: Bind): string
}

const TYPES = {
  null: { description: 'null', isValid: (value) => value === null, emit: (value) => `${value} === null` },
  boolean: {
    description: 'true or false',
    isValid: (value) => typeof value === 'boolean',
    emit: (value) => `typeof ${value} === "boolean"`,
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
  },
  number: {
    description: 'a number',
    valueType: 'number',
    isValid: isNumber,
    emit: (value, bind) => `${bind(Number.isFinite)}(${value})`,
  },
  string: {
    description: 'a string',
    valueType: 'string',
    isValid: isString,
    emit: (value) => `typeof ${value} === "string"`,
  },
  integer: {
    description: 'an integer',
    valueType: 'number',
    isValid: Number.isInteger,
    emit: (value, bind) => `${bind(Number.isInteger)}(${value})`,
  },
} as const satisfies Record<string, Type> as Record<TypeName, Type>

type TypeName = 'null' | 'boolean' | 'object' | 'array' | 'number' | 'string' | 'integer'

const isTypeName = (name: unknown): name is TypeName => isString(name) && Object.hasOwn(TYPES, name)
