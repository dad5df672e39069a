import { isArray, isNumber, isObject, isString, type Json } from '../../../json.ts'
import type { Location } from '../../../violations/location.ts'
import type { ViolationCollector } from '../../../violations/collector.ts'
import { didYouMeanSuffix, type ReceivedValue } from '../../../violations/messages.ts'
import { lazy } from '../../../lazy.ts'
import type { ValueTypes, Bind } from '../../constraint.ts'
import type { Keyword } from '../../types.ts'

/** A keyword that compares a value with a limit, without looking into its members or items. */
export interface Assertion<Limit, Type extends keyof ValueTypes> {
  readonly name: string
  /** What the keyword's own value must be, for whoever wrote another. */
  readonly valueDescription: string
  /** Narrows the keyword's own value; undefined where it is not what the keyword takes. */
  parse(value: unknown): Limit | undefined
  /** The type of values that the keyword says something about. */
  readonly appliesTo: Type
  /** The type that a value has which passes. */
  impliesType?(limit: Limit): keyof ValueTypes | undefined
  isValid(limit: Limit, value: ValueTypes[Type]): boolean
  /** The same as an expression over `value`, which is an identifier. */
  emit(limit: Limit, value: string, use: Bind): string
  /** The rule as data. */
  expected(limit: Limit): Json
  /** The rule in a few words that follow "expected". */
  describe(limit: Limit): string
  /** What came, short, as data and in words. */
  received(value: ValueTypes[Type]): ReceivedValue
  suggestion?(limit: Limit, value: ValueTypes[Type]): Json | undefined
}

export const assertion = <Limit, Type extends keyof ValueTypes>(rule: Assertion<Limit, Type>): Keyword => ({
  name: rule.name,
  compile(value, context) {
    const limit = rule.parse(value)
    if (limit === undefined) return context.reject(`must be ${rule.valueDescription}`)
    const expected = rule.expected(limit)
    const isAsked = IS[rule.appliesTo] as (value: unknown) => value is ValueTypes[Type]
    const isAboutAnything = rule.appliesTo === 'any'
    const proves = rule.impliesType?.(limit)
    const phrase = lazy(() => rule.describe(limit))
    const opening = lazy(() => `Expected ${phrase()}; received `)
    return {
      constraint: {
        kind: 'test',
        appliesTo: rule.appliesTo,
        ...(proves && { impliesType: proves }),
        isValid: isAboutAnything
          ? (candidate) => rule.isValid(limit, candidate as ValueTypes[Type])
          : (candidate) => !isAsked(candidate) || rule.isValid(limit, candidate),
        emit: (value, use) => rule.emit(limit, value, use),
      },
      collectViolations(location, collector) {
        if (isAsked(location.value) && !rule.isValid(limit, location.value)) reportBroken(location, collector)
      },
      addViolation: reportBroken,
      describe: phrase,
    }

    function reportBroken(location: Location, collector: ViolationCollector): void {
      const candidate = location.value as ValueTypes[Type]
      const { data, text: words } = rule.received(candidate)
      const suggestion = rule.suggestion?.(limit as Limit, candidate)
      const message = opening() + words + didYouMeanSuffix(suggestion)
      collector.add(location, context, { message, expected, received: data, suggestion })
    }
  },
})

const IS = {
  any: () => true,
  string: isString,
  number: isNumber,
  array: isArray,
  object: isObject,
} as const satisfies Record<keyof ValueTypes, (value: unknown) => boolean>

export const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0
