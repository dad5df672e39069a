import { count } from '../../report/words.ts'
import { assertion, isCount } from '../assertion.ts'

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.4.2 */
export const minItems = assertion({
  name: 'minItems',
  takes: 'an integer of at least 0',
  read: (value) => (isCount(value) ? value : undefined),
  of: 'array',
  holds: (limit, items) => items.length >= limit,
  code: (limit, items) => `${items}.length >= ${limit}`,
  expected: (limit) => limit,
  phrase: (limit) => `at least ${count(limit, 'item')}`,
  received: (items) => ({ data: items.length, words: String(items.length) }),
})
