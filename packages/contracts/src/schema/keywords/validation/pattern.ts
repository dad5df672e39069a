import { isString } from '../../../json.ts'
import { exampleText } from '../../../regexp/example-text.ts'
import { UnsupportedRegExpError } from '../../../regexp/nfa.ts'
import { linearMatcher } from '../../../regexp/linear-matcher.ts'
import { assertion } from './assertion.ts'
import type { Keyword } from '../../keyword.ts'

const VALUE_DESCRIPTION = 'a regular expression as ECMA-262 defines it with the u flag'

const matching = assertion({
  name: 'pattern',
  valueDescription: VALUE_DESCRIPTION,
  parse: (value) => (isString(value) ? value : undefined),
  appliesTo: 'string',
  test(source) {
    const matcher = linearMatcher(source)
    return (text) => matcher.test(text)
  },
  emit: (source, text, bind) => `${bind(linearMatcher(source))}.test(${text})`,
  adjust: exampleText,
})

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3.3, with ECMA-262's `u` flag. */
export const pattern: Keyword<'pattern'> = {
  ...matching,
  compile(value, context) {
    try {
      return matching.compile(value, context)
    } catch (error) {
      if (error instanceof SyntaxError) return context.reject(`must be ${VALUE_DESCRIPTION}`)
      if (error instanceof UnsupportedRegExpError)
        return context.reject(`is outside the supported subset of regular expressions: it ${error.message}`)
      throw error
    }
  },
}
