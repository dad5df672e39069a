import { isArray, isNumber, isObject, isString, type Json } from '../json.ts'
import type { Place } from '../report/place.ts'
import type { Report } from '../report/report.ts'
import { didYouMean, type Received } from '../report/words.ts'
import { once } from '../once.ts'
import type { BasicTypes, Use } from './form.ts'
import type { Keyword } from './rule.ts'

/** A keyword that compares a value with a limit, without looking into its members or items. */
export interface Assertion<Limit, Type extends keyof BasicTypes> {
  readonly name: string
  /** What the keyword's own value must be, for whoever wrote another. */
  readonly takes: string
  /** Narrows the keyword's own value; undefined where it is not what the keyword takes. */
  read(value: unknown): Limit | undefined
  /** The type of values that the keyword says something about. */
  readonly of: Type
  /** The type that a value has which passes. */
  proves?(limit: Limit): keyof BasicTypes | undefined
  holds(limit: Limit, value: BasicTypes[Type]): boolean
  /** The same as an expression over `value`, which is an identifier. */
  code(limit: Limit, value: string, use: Use): string
  /** The rule as data. */
  expected(limit: Limit): Json
  /** The rule in a few words that follow "expected". */
  phrase(limit: Limit): string
  /** What came, short, as data and in words. */
  received(value: BasicTypes[Type]): Received
  suggestion?(limit: Limit, value: BasicTypes[Type]): Json | undefined
}

export const assertion = <Limit, Type extends keyof BasicTypes>(rule: Assertion<Limit, Type>): Keyword => ({
  name: rule.name,
  compile(value, site) {
    const limit = rule.read(value)
    if (limit === undefined) return site.refuse(`must be ${rule.takes}`)
    const expected = rule.expected(limit)
    const isAsked = IS[rule.of] as (value: unknown) => value is BasicTypes[Type]
    const isAboutAnything = rule.of === 'any'
    const proves = rule.proves?.(limit)
    const phrase = once(() => rule.phrase(limit))
    const opening = once(() => `Expected ${phrase()}; received `)
    return {
      form: {
        kind: 'test',
        of: rule.of,
        ...(proves && { proves }),
        holds: isAboutAnything
          ? (candidate) => rule.holds(limit, candidate as BasicTypes[Type])
          : (candidate) => !isAsked(candidate) || rule.holds(limit, candidate),
        code: (value, use) => rule.code(limit, value, use),
      },
      report(place, report) {
        if (isAsked(place.value) && !rule.holds(limit, place.value)) reportBroken(place, report)
      },
      reportBroken,
      phrase,
    }

    function reportBroken(place: Place, report: Report): void {
      const candidate = place.value as BasicTypes[Type]
      const { data, words } = rule.received(candidate)
      const suggestion = rule.suggestion?.(limit as Limit, candidate)
      const message = opening() + words + didYouMean(suggestion)
      report.add(place, site, { message, expected, received: data, suggestion })
    }
  },
})

const IS = {
  any: () => true,
  string: isString,
  number: isNumber,
  array: isArray,
  object: isObject,
} as const satisfies Record<keyof BasicTypes, (value: unknown) => boolean>

export const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0
