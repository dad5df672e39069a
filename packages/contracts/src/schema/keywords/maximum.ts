import { isNumber } from '../../json.ts'
import { assertion } from '../assertion.ts'

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.2.2 */
export const maximum = assertion({
  name: 'maximum',
  takes: 'a number',
  read: (value) => (isNumber(value) ? value : undefined),
  of: 'number',
  holds: (limit, number) => number <= limit,
  code: (limit, number) => `${number} <= ${limit}`,
  expected: (limit) => limit,
  phrase: (limit) => `at most ${limit}`,
  received: (number) => ({ data: number, words: String(number) }),
})
