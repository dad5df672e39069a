import { isArray, isString, type Json, jsonEqual } from '../../json.ts'
import { once } from '../../once.ts'
import { Vocabulary } from '../../report/nearest.ts'
import { listed, receivedAs } from '../../report/words.ts'
import { assertion } from '../assertion.ts'
import { equality } from '../equality.ts'

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.2 */
export const enumeration = assertion({
  name: 'enum',
  takes: 'a list of at least one JSON value',
  read: (value) => (isArray(value) && value.length > 0 ? allowedBy(value as readonly Json[]) : undefined),
  of: 'any',
  holds: ({ values }, value) => {
    for (const allowed of values) if (jsonEqual(allowed, value)) return true
    return false
  },
  code: ({ values }, value, use) => values.map((allowed) => equality(allowed, value, use)).join(' || '),
  expected: ({ values }) => values,
  phrase: ({ values }) => (values.length === 1 ? listed(values, 'or') : `one of ${listed(values, 'or')}`),
  received: receivedAs,
  suggestion: ({ vocabulary }, value) => (isString(value) ? vocabulary().nearest(value) : undefined),
})

interface Allowed {
  readonly values: readonly Json[]
  /** The strings among them. */
  readonly vocabulary: () => Vocabulary
}

const allowedBy = (values: readonly Json[]): Allowed => ({
  values: Object.freeze([...values]),
  vocabulary: once(() => new Vocabulary(values.filter(isString))),
})
