import { isArray, isString, type Json, jsonEqual } from '../../../json.ts'
import { lazy } from '../../../lazy.ts'
import { Suggester } from '../../../violations/did-you-mean.ts'
import { formatList, describeReceived } from '../../../violations/messages.ts'
import { assertion } from './assertion.ts'
import { unwrapOnlyChild } from './convert-to-type.ts'
import { emitEquality } from './emit-equality.ts'

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.2 */
export const enumeration = assertion({
  name: 'enum',
  valueDescription: 'a list of at least one JSON value',
  parse: (value) => (isArray(value) && value.length > 0 ? parseAllowed(value as readonly Json[]) : undefined),
  appliesTo: 'any',
  test:
    ({ values }) =>
    (value) =>
      values.includes(value as Json) ||
      (typeof value === 'object' && values.some((allowed) => jsonEqual(allowed, value))),
  emit: ({ values }, value, bind) => values.map((allowed) => emitEquality(allowed, value, bind)).join(' || '),
  adjust: undefined,
  expected: ({ values }) => values,
  describe: ({ values }) =>
    values.length === 1 ? formatList(values, 'or') : `one of ${formatList(values, 'or')}`,
  received: describeReceived,
  hasTemplate: true,
  correct: ({ suggester }, location, node) => {
    if (!isString(location.value)) return unwrapOnlyChild(location, node, isString)
    const suggestion = suggester().suggest(location.value)
    return (
      suggestion && {
        suggestion: suggestion.word,
        replacement: suggestion.isCertain ? suggestion.word : undefined,
      }
    )
  },
})

interface AllowedValues {
  readonly values: readonly Json[]
  /** Suggests one of the strings among the values. */
  readonly suggester: () => Suggester
}

const parseAllowed = (values: readonly Json[]): AllowedValues => ({
  values: Object.freeze([...values]),
  suggester: lazy(() => new Suggester(values.filter(isString))),
})
