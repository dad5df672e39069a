import { codePoints } from '@workbench/json-text'
import { assertion, isCount } from './assertion.ts'

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3.1; lengths count code points. */
export const maxLength = assertion({
  name: 'maxLength',
  valueDescription: 'an integer of at least 0',
  parse: (value) => (isCount(value) ? value : undefined),
  appliesTo: 'string',
  // A code point has at most two UTF-16 code units, so that most texts need not be counted.
  test: (limit) => (text) => text.length <= limit || (text.length <= 2 * limit && codePoints(text) <= limit),
  emit: (limit, text, bind) =>
    `${text}.length <= ${limit} || (${text}.length <= ${2 * limit} && ${bind(codePoints)}(${text}) <= ${limit})`,
  adjust: (limit, text) => (limit === 0 ? '' : text),
  measure: codePoints,
})
