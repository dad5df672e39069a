import { isInteger } from '@workbench/json-text'
import type { Expectations } from '../../expectations.ts'
import type { Keyword } from '../../keyword.ts'
import type { Bind, TestKeyword, ValueTest, ValueTestOf, ValueTypes } from '../../types.ts'
import { VALUE_TYPES } from '../value-types.ts'

/** A keyword that compares a value with a limit, without its members or items. */
interface Assertion<Name extends TestKeyword, Type extends keyof ValueTypes> {
  readonly name: Name
  /** Describes the supported values of the keyword itself: "must be …". */
  readonly valueDescription: string
  /** Parses the keyword's own value; undefined if it is malformed. */
  parse(value: unknown): Expectations[Name] | undefined
  /** The type of values that the keyword applies to. */
  readonly appliesTo: Type
  /** The type of every value that passes. */
  impliesType?(limit: Expectations[Name]): keyof ValueTypes | undefined
  /** Returns the function that decides whether a value of the type is valid. */
  test(limit: Expectations[Name]): (value: ValueTypes[Type]) => boolean
  /** Returns the JavaScript expression of the test. `value` is an identifier. */
  emit(limit: Expectations[Name], value: string, bind: Bind): string
  /**
   * Returns a valid value near one of a template: the same if it is valid, undefined if none was found. Undefined if
   * {@link templateOf} begins with a value that satisfies the keyword.
   */
  readonly adjust: ((limit: Expectations[Name], value: ValueTypes[Type]) => unknown) | undefined
  /** What the keyword compares with the limit. Default: the value. */
  measure?(value: ValueTypes[Type]): number
}

export const assertion = <Name extends TestKeyword, Type extends keyof ValueTypes>(
  definition: Assertion<Name, Type>,
): Keyword<Name> => ({
  name: definition.name,
  compile(value, context) {
    const limit = definition.parse(value)
    if (limit === undefined) return context.reject(`must be ${definition.valueDescription}`)
    const { name: keyword, appliesTo } = definition
    const test = definition.test(limit)
    const type: keyof ValueTypes = appliesTo
    const applies = (type === 'any' ? () => true : VALUE_TYPES[type].isValid) as (
      candidate: unknown,
    ) => candidate is ValueTypes[Type]
    const impliesType = definition.impliesType?.(limit)
    const constraint: ValueTestOf<Name> = {
      keyword,
      expected: limit,
      appliesTo,
      ...(impliesType && { impliesType }),
      isValid:
        type === 'any'
          ? (test as (value: unknown) => boolean)
          : (candidate) => !applies(candidate) || test(candidate),
      measure: (candidate) => definition.measure?.(candidate as ValueTypes[Type]) ?? candidate,
      emit: (identifier, bind) => definition.emit(limit, identifier, bind),
      adjust: (value) => (applies(value) && definition.adjust ? definition.adjust(limit, value) : value),
    }
    return { test: constraint as ValueTest }
  },
})

export const isCount = (value: unknown): value is number => isInteger(value) && value >= 0
