import type { Json } from '../json.ts'
import { didYouMean } from '../report/words.ts'
import type { Keyword } from './rule.ts'

/** A keyword that compares a value with a limit, without looking into its members or items. */
export interface Assertion<Limit, Value> {
  readonly name: string
  /** What the keyword's own value must be, for whoever wrote another. */
  readonly takes: string
  /** Narrows the keyword's own value; undefined where it is not what the keyword takes. */
  read(value: unknown): Limit | undefined
  /** Whether the keyword says anything about the value. */
  appliesTo(value: unknown): value is Value
  holds(limit: Limit, value: Value): boolean
  /** The rule as data. */
  expected(limit: Limit): Json
  /** The rule in a few words that follow "expected". */
  phrase(limit: Limit): string
  /** What came, short, as data and in words. */
  received(value: Value): { readonly data: Json; readonly words: string }
  suggestion?(limit: Limit, value: Value): Json | undefined
}

export const assertion = <Limit, Value>(rule: Assertion<Limit, Value>): Keyword => ({
  name: rule.name,
  compile(value, site) {
    const limit = rule.read(value)
    if (limit === undefined) return site.refuse(`must be ${rule.takes}`)
    const expected = rule.expected(limit)
    return {
      holds: (candidate) => !rule.appliesTo(candidate) || rule.holds(limit, candidate),
      report(place, report) {
        const candidate = place.value
        if (!rule.appliesTo(candidate) || rule.holds(limit, candidate)) return
        const { data, words } = rule.received(candidate)
        const suggestion = rule.suggestion?.(limit, candidate)
        report.add(place, site, {
          message: `Expected ${rule.phrase(limit)}; received ${words}${didYouMean(suggestion)}`,
          expected,
          received: data,
          ...(suggestion !== undefined && { suggestion }),
        })
      },
      phrase: () => rule.phrase(limit),
    }
  },
})

export const isAnything = (_value: unknown): _value is unknown => true

export const isCount = (value: unknown): value is number => Number.isInteger(value) && (value as number) >= 0
