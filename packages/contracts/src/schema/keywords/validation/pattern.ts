import { isString } from '../../../json.ts'
import { exampleText } from '../../../regexp/example-text.ts'
import { UnsupportedRegExpError } from '../../../regexp/nfa.ts'
import type { Matcher } from '../../../regexp/simulate-nfa.ts'
import { linearMatcher } from '../../../regexp/linear-matcher.ts'
import { assertion } from './assertion.ts'
import type { Keyword } from '../../keyword.ts'

const matching = assertion({
  name: 'pattern',
  valueDescription: 'a regular expression as ECMA-262 defines it with the u flag',
  parse: (value) => (isString(value) ? parsePattern(value) : undefined),
  appliesTo: 'string',
  test:
    ({ expression }) =>
    (text) =>
      expression.test(text),
  emit: ({ expression }, text, bind) => `${bind(expression)}.test(${text})`,
  adjust: ({ source }) => exampleText(source),
  expected: ({ source }) => source,
})

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3.3, with ECMA-262's `u` flag. */
export const pattern: Keyword<'pattern'> = {
  ...matching,
  compile(value, context) {
    try {
      return matching.compile(value, context)
    } catch (error) {
      if (error instanceof UnsupportedRegExpError)
        return context.reject(`is outside the supported subset of regular expressions: it ${error.message}`)
      throw error
    }
  },
}

/** Keeps the source, because `RegExp.source` escapes it: `/` becomes `\\/`. */
function parsePattern(source: string): { readonly source: string; readonly expression: Matcher } | undefined {
  try {
    return { source, expression: linearMatcher(source) }
  } catch (error) {
    if (error instanceof UnsupportedRegExpError) throw error
    return undefined
  }
}
