import { isString } from '@workbench/json-text'
import { LimitError } from '../../evaluation/limits.ts'
import { exampleText } from '../../../regexp/example-text.ts'
import { UnsupportedRegExpError } from '../../../regexp/nfa.ts'
import { linearMatcher } from '../../../regexp/linear-matcher.ts'
import { assertion } from './assertion.ts'
import type { Keyword } from '../../keyword.ts'

const VALUE_DESCRIPTION = 'a regular expression as ECMA-262 defines it with the u flag'

/**
 * The number of states of an automaton that are visited for one text. With few states, a text of any length can be checked.
 * @param length that of the text
 */
const maxSteps = (length: number): number => 5_000_000 + 20 * length

/** Whether a text of that length may be one that cannot be checked. */
export const isSlowPattern = (pattern: string, length: number): boolean =>
  (linearMatcher(pattern).states ?? 0) * length > maxSteps(length)

const matching = assertion({
  name: 'pattern',
  valueDescription: VALUE_DESCRIPTION,
  parse: (value) => (isString(value) ? value : undefined),
  appliesTo: 'string',
  test(source) {
    const matcher = linearMatcher(source, maxSteps)
    return (text) => {
      try {
        return matcher.test(text)
      } catch (error) {
        throw error instanceof RangeError ? new LimitError('pattern', source) : error
      }
    }
  },
  emit: (source, text, bind) => `${bind(linearMatcher(source, maxSteps))}.test(${text})`,
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
