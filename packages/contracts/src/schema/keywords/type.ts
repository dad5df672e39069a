import { isArray, isNumber, isObject, isString, type Json } from '../../json.ts'
import { inWords, typeOf } from '../../report/words.ts'
import { assertion } from '../assertion.ts'
import type { BasicTypes, Use } from '../form.ts'

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.1 */
export const type = assertion({
  name: 'type',
  takes:
    'one of "null", "boolean", "object", "array", "number", "string", "integer", or a list of them, each once',
  read: (value) => {
    const names: readonly unknown[] = isArray(value) ? value : [value]
    const areTypes = names.length > 0 && names.every(isTypeName) && new Set(names).size === names.length
    return areTypes ? names : undefined
  },
  of: 'any',
  proves: ([name, ...others]) => (name && others.length === 0 ? TYPES[name].basic : undefined),
  holds: (types, value) => {
    for (const name of types) if (TYPES[name].is(value)) return true
    return false
  },
  code: (types, value, use) => types.map((name) => TYPES[name].code(value, use)).join(' || '),
  expected: (types): Json => (types.length === 1 ? (types[0] as string) : Object.freeze([...types])),
  phrase: (types) => types.map((name) => TYPES[name].phrase).join(' or '),
  received: (value) => ({ data: Number.isNaN(value) ? 'NaN' : typeOf(value), words: inWords(value) }),
  suggestion: (types, value) => {
    for (const name of types) {
      const made = TYPES[name].from?.(value)
      if (made !== undefined) return made
    }
    return undefined
  },
})

interface Type {
  readonly phrase: string
  /** The type of value that other keywords may be about; none for a type that no other keyword is about. */
  readonly basic?: keyof BasicTypes
  is(value: unknown): boolean
  /** The same as an expression. */
  code(value: string, use: Use): string
  /** The value of this type that a writer of another type surely meant. */
  from?(value: unknown): Json | undefined
}

const TYPES = {
  null: { phrase: 'null', is: (value) => value === null, code: (value) => `${value} === null` },
  boolean: {
    phrase: 'true or false',
    is: (value) => typeof value === 'boolean',
    code: (value) => `typeof ${value} === "boolean"`,
    from: (value) => (value === 'true' ? true : value === 'false' ? false : undefined),
  },
  object: {
    phrase: 'an object',
    basic: 'object',
    is: isObject,
    code: (value, use) =>
      `typeof ${value} === "object" && ${value} !== null && !${use(Array.isArray)}(${value})`,
  },
  array: {
    phrase: 'an array',
    basic: 'array',
    is: isArray,
    code: (value, use) => `${use(Array.isArray)}(${value})`,
    from: (value) => (isString(value) ? shortList(value) : undefined),
  },
  number: {
    phrase: 'a number',
    basic: 'number',
    is: isNumber,
    code: (value, use) => `${use(Number.isFinite)}(${value})`,
    from: numberIn,
  },
  string: {
    phrase: 'a string',
    basic: 'string',
    is: isString,
    code: (value) => `typeof ${value} === "string"`,
    from: (value) => (isNumber(value) ? String(value) : undefined),
  },
  integer: {
    phrase: 'an integer',
    basic: 'number',
    is: Number.isInteger,
    code: (value, use) => `${use(Number.isInteger)}(${value})`,
    from: (value) => {
      const number = numberIn(value)
      return Number.isInteger(number) ? number : undefined
    },
  },
} as const satisfies Record<string, Type> as Record<TypeName, Type>

type TypeName = 'null' | 'boolean' | 'object' | 'array' | 'number' | 'string' | 'integer'

const isTypeName = (name: unknown): name is TypeName => isString(name) && Object.hasOwn(TYPES, name)

function numberIn(value: unknown): number | undefined {
  return isString(value) && /^-?(0|[1-9]\d*)(\.\d+)?$/.test(value) ? Number(value) : undefined
}

function shortList(value: string): Json | undefined {
  return value.length > 0 && value.length <= 60 ? [value] : undefined
}
