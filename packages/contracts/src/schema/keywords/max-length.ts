import { codePoints } from '../../json.ts'
import { count } from '../../report/words.ts'
import { assertion, isCount } from '../assertion.ts'

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3.1; lengths count code points. */
export const maxLength = assertion({
  name: 'maxLength',
  takes: 'an integer of at least 0',
  read: (value) => (isCount(value) ? value : undefined),
  of: 'string',
  // A code point takes two units at most, so the count is seldom needed.
  holds: (limit, text) => text.length <= limit || (text.length <= 2 * limit && codePoints(text) <= limit),
  code: (limit, text, use) =>
    `${text}.length <= ${limit} || (${text}.length <= ${2 * limit} && ${use(codePoints)}(${text}) <= ${limit})`,
  expected: (limit) => limit,
  phrase: (limit) => `at most ${count(limit, 'character')}`,
  received: (text) => {
    const length = codePoints(text)
    return { data: length, words: String(length) }
  },
})
