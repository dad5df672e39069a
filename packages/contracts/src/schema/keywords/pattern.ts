import { isString } from '../../json.ts'
import { inShort, quoted } from '../../report/words.ts'
import { assertion } from '../assertion.ts'

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3.3, with ECMA-262's `u` flag. */
export const pattern = assertion({
  name: 'pattern',
  takes: 'a regular expression as ECMA-262 defines it with the u flag',
  read: (value) => (isString(value) ? regularExpression(value) : undefined),
  appliesTo: isString,
  holds: (expression, text) => expression.test(text),
  expected: (expression) => expression.source,
  phrase: (expression) => `text that matches ${expression.source}`,
  received: (text) => ({ data: inShort(text), words: quoted(text) }),
})

function regularExpression(source: string): RegExp | undefined {
  try {
    return new RegExp(source, 'u')
  } catch {
    return undefined
  }
}
