import { isArray, isString, type Json, jsonEqual } from '../../../json.ts'
import { lazy } from '../../../lazy.ts'
import { Suggester } from '../../../violations/did-you-mean.ts'
import { formatList, describeReceived } from '../../../violations/messages.ts'
import { assertion } from './assertion.ts'
import { emitEquality } from './emit-equality.ts'

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.2 */
export const enumeration = assertion({
  name: 'enum',
  valueDescription: 'a list of at least one JSON value',
  parse: (value) => (isArray(value) && value.length > 0 ? allowedBy(value as readonly Json[]) : undefined),
  appliesTo: 'any',
  isValid: ({ values }, value) => {
    for (const allowed of values) if (jsonEqual(allowed, value)) return true
    return false
  },
  emit: ({ values }, value, use) => values.map((allowed) => emitEquality(allowed, value, use)).join(' || '),
  expected: ({ values }) => values,
  describe: ({ values }) =>
    values.length === 1 ? formatList(values, 'or') : `one of ${formatList(values, 'or')}`,
  received: describeReceived,
  suggestion: ({ vocabulary }, value) => (isString(value) ? vocabulary().suggest(value) : undefined),
})

interface Allowed {
  readonly values: readonly Json[]
  /** The strings among them. */
  readonly vocabulary: () => Suggester
}

const allowedBy = (values: readonly Json[]): Allowed => ({
  values: Object.freeze([...values]),
  vocabulary: lazy(() => new Suggester(values.filter(isString))),
})
