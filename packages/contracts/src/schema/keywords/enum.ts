import { isArray, isString, type Json, jsonEqual } from '../../json.ts'
import { nearestIn, type Vocabulary, vocabularyOf } from '../../report/nearest.ts'
import { inShort, inWords, listed } from '../../report/words.ts'
import { assertion } from '../assertion.ts'
import { equality } from '../equality.ts'

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.2 */
export const enumeration = assertion({
  name: 'enum',
  takes: 'a list of at least one JSON value',
  read: (value) =>
    isArray(value) && value.length > 0 ? (Object.freeze([...value]) as readonly Json[]) : undefined,
  of: 'any',
  holds: (values, value) => {
    for (const allowed of values) if (jsonEqual(allowed, value)) return true
    return false
  },
  code: (values, value, use) => values.map((allowed) => equality(allowed, value, use)).join(' || '),
  expected: (values) => values,
  phrase: (values) => (values.length === 1 ? listed(values, 'or') : `one of ${listed(values, 'or')}`),
  received: (value) => ({ data: inShort(value), words: inWords(value) }),
  suggestion: (values, value) => (isString(value) ? nearestIn(value, vocabularyIn(values)) : undefined),
})

const vocabularies = new WeakMap<readonly Json[], Vocabulary>()

function vocabularyIn(values: readonly Json[]): Vocabulary {
  const vocabulary = vocabularies.get(values) ?? vocabularyOf(values.filter(isString))
  vocabularies.set(values, vocabulary)
  return vocabulary
}
