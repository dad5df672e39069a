import { assertion, isCount } from './assertion.ts'

/** More items would not fit into a template. */
const MAX_ADDED_ITEMS = 100

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.4.2 */
export const minItems = assertion({
  name: 'minItems',
  valueDescription: 'an integer of at least 0',
  parse: (value) => (isCount(value) ? value : undefined),
  appliesTo: 'array',
  test: (limit) => (items) => items.length >= limit,
  emit: (limit, items) => `${items}.length >= ${limit}`,
  adjust: (limit, items) =>
    items.length >= limit || limit > MAX_ADDED_ITEMS ? items : Array.from({ length: limit }, () => items[0]),
  measure: (items) => items.length,
})
