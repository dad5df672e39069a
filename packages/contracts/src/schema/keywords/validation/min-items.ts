import { assertion, isCount } from './assertion.ts'

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.4.2 */
export const minItems = assertion({
  name: 'minItems',
  valueDescription: 'an integer of at least 0',
  parse: (value) => (isCount(value) ? value : undefined),
  appliesTo: 'array',
  test: (limit) => (items) => items.length >= limit,
  emit: (limit, items) => `${items}.length >= ${limit}`,
  expected: (limit) => limit,
  measure: (items) => items.length,
})
