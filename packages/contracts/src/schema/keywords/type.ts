import { isArray, isNumber, isObject, isString, type Json } from '../../json.ts'
import { inWords, typeOf } from '../../report/words.ts'
import { assertion, isAnything } from '../assertion.ts'

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
  appliesTo: isAnything,
  holds: (types, value) => types.some((name) => TYPES[name].is(value)),
  expected: (types): Json => (types.length === 1 ? (types[0] as string) : Object.freeze([...types])),
  phrase: (types) => types.map((name) => TYPES[name].phrase).join(' or '),
  received: (value) => ({ data: Number.isNaN(value) ? 'NaN' : typeOf(value), words: inWords(value) }),
  suggestion: (types, value) =>
    types.map((name) => TYPES[name].from?.(value)).find((made) => made !== undefined),
})

interface Type {
  readonly phrase: string
  is(value: unknown): boolean
  /** The value of this type that a writer of another type surely meant. */
  from?(value: unknown): Json | undefined
}

const TYPES = {
  null: { phrase: 'null', is: (value) => value === null },
  boolean: {
    phrase: 'true or false',
    is: (value) => typeof value === 'boolean',
    from: (value) => (value === 'true' ? true : value === 'false' ? false : undefined),
  },
  object: { phrase: 'an object', is: isObject },
  array: {
    phrase: 'an array',
    is: isArray,
    from: (value) => (isString(value) ? shortList(value) : undefined),
  },
  number: { phrase: 'a number', is: isNumber, from: numberIn },
  string: {
    phrase: 'a string',
    is: isString,
    from: (value) => (isNumber(value) ? String(value) : undefined),
  },
  integer: {
    phrase: 'an integer',
    is: Number.isInteger,
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
