import { isString } from '../../json.ts'
import { inShort, quoted } from '../../report/words.ts'
import { assertion } from '../assertion.ts'

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.3.3, with ECMA-262's `u` flag. */
export const pattern = assertion({
  name: 'pattern',
  takes: 'a regular expression as ECMA-262 defines it with the u flag',
  read: (value) => (isString(value) ? compiled(value) : undefined),
  of: 'string',
  holds: ({ expression }, text) => expression.test(text),
  code: ({ expression }, text, use) => `${use(expression)}.test(${text})`,
  expected: ({ source }) => source,
  phrase: ({ source }) => `text that matches ${source}`,
  received: (text) => ({ data: inShort(text), words: quoted(text) }),
})

/** The source is kept beside the expression, which spells it differently: `/` becomes `\\/`. */
function compiled(source: string): { readonly source: string; readonly expression: RegExp } | undefined {
  try {
    return { source, expression: new RegExp(source, 'u') }
  } catch {
    return undefined
  }
}
