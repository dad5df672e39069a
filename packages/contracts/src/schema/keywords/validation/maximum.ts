import { isNumber } from '@workbench/json-text'
import { assertion } from './assertion.ts'

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.2.2 */
export const maximum = assertion({
  name: 'maximum',
  valueDescription: 'a number',
  parse: (value) => (isNumber(value) ? value : undefined),
  appliesTo: 'number',
  test: (limit) => (number) => number <= limit,
  emit: (limit, number) => `${number} <= ${limit}`,
  adjust: (limit, number) => Math.min(number, limit),
})
