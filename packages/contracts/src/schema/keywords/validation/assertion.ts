import { isInteger, type Json } from '../../../json.ts'
import { lazy } from '../../../lazy.ts'
import type { PatchOperation } from '../../../patch.ts'
import type { ViolationCollector } from '../../../violations/collector.ts'
import type { Location } from '../../../violations/location.ts'
import { didYouMeanSuffix, type ReceivedValue } from '../../../violations/messages.ts'
import type { Keyword } from '../../keyword.ts'
import { templateOf } from '../../template.ts'
import type { Bind, SchemaNode, ValueTypes } from '../../types.ts'
import { VALUE_TYPES } from '../value-types.ts'

/** A keyword that compares a value with a limit, without its members or items. */
interface Assertion<Name extends string, Limit, Type extends keyof ValueTypes> {
  readonly name: Name
  /** Describes the supported values of the keyword itself: "must be …". */
  readonly valueDescription: string
  /** Parses the keyword's own value; undefined if it is malformed. */
  parse(value: unknown): Limit | undefined
  /** The type of values that the keyword applies to. */
  readonly appliesTo: Type
  /** The type of every value that passes. */
  impliesType?(limit: Limit): keyof ValueTypes | undefined
  /** Returns the function that decides whether a value of the type is valid. */
  test(limit: Limit): (value: ValueTypes[Type]) => boolean
  /** Returns the JavaScript expression of the test. `value` is an identifier. */
  emit(limit: Limit, value: string, bind: Bind): string
  /**
   * Returns a valid value near one of a template: the same if it is valid, undefined if none was found. Undefined if
   * {@link templateOf} begins with a value that satisfies the keyword.
   */
  readonly adjust: ((limit: Limit, value: ValueTypes[Type]) => unknown) | undefined
  /** The `expected` member of the violation. */
  expected(limit: Limit): Json
  /** Completes the phrase "expected …". */
  describe(limit: Limit): string
  received(value: ValueTypes[Type]): ReceivedValue
  /** The phrase after "expected" in the message, if it names more than this keyword. */
  describeExpected?(node: SchemaNode): string
  /** Whether a violation without a correction has a template, because content has to be supplied. */
  readonly hasTemplate?: boolean
  /**
   * @param node the schema that contains the keyword
   * @param test the function that `test` returned for the limit
   */
  correct?(
    limit: Limit,
    location: Location,
    node: SchemaNode,
    test: (value: ValueTypes[Type]) => boolean,
  ): Correction | undefined
}

/** How a violation can be corrected. */
export interface Correction {
  readonly suggestion?: Json | undefined
  /** A value that the fix puts in the place of the received one. */
  readonly replacement?: Json | undefined
  /** Other operations. */
  readonly fix?: readonly PatchOperation[] | undefined
  /** The end of the message; by default the suggestion. */
  readonly advice?: string
  /** Adds the violations that remain after the fix. */
  readonly collectRemaining?: (collector: ViolationCollector) => void
}

export const assertion = <Name extends string, Limit, Type extends keyof ValueTypes>(
  definition: Assertion<Name, Limit, Type>,
): Keyword<Name> => ({
  name: definition.name,
  compile(value, context) {
    const limit = definition.parse(value)
    if (limit === undefined) return context.reject(`must be ${definition.valueDescription}`)
    const expected = definition.expected(limit)
    const test = definition.test(limit)
    const type: keyof ValueTypes = definition.appliesTo
    const applies = (type === 'any' ? () => true : VALUE_TYPES[type].isValid) as (
      value: unknown,
    ) => value is ValueTypes[Type]
    const impliesType = definition.impliesType?.(limit)
    const describe = lazy(() => definition.describe(limit))
    const template = lazy(() => (definition.hasTemplate ? templateOf(context.node) : undefined))
    const opening = lazy(
      () => `Expected ${definition.describeExpected?.(context.node) ?? describe()}; received `,
    )
    return {
      constraint: {
        kind: 'test',
        appliesTo: definition.appliesTo,
        ...(impliesType && { impliesType }),
        isValid:
          type === 'any'
            ? (test as (value: unknown) => boolean)
            : (candidate) => !applies(candidate) || test(candidate),
        emit: (identifier, bind) => definition.emit(limit, identifier, bind),
        adjust: (value) => (applies(value) && definition.adjust ? definition.adjust(limit, value) : value),
      },
      collectViolations(location, collector) {
        if (applies(location.value) && !test(location.value)) addViolation(location, collector)
      },
      addViolation,
      describe,
    }

    function addViolation(location: Location, collector: ViolationCollector): void {
      const correction = collector.isFull
        ? undefined
        : definition.correct?.(limit as Limit, location, context.node, test)
      collector.add(location, context, (path) => {
        const candidate = location.value as ValueTypes[Type]
        const { data, text } = definition.received(candidate)
        const suggestion = correction?.suggestion
        const replacement = correction?.replacement
        return {
          message: opening() + text + (correction?.advice ?? didYouMeanSuffix(suggestion)),
          expected,
          received: data,
          suggestion,
          template: correction ? undefined : template(),
          fix: replacement === undefined ? correction?.fix : [{ op: 'replace', path, value: replacement }],
        }
      })
      correction?.collectRemaining?.(collector)
    }
  },
})

export const isCount = (value: unknown): value is number => isInteger(value) && value >= 0
