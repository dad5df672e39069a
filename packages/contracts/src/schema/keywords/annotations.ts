import { isString } from '../../json.ts'
import type { Keyword } from '../keyword.ts'

/** Keywords without effect on validation. `format` is one of them: dates are not validated. */
export const annotations: readonly Keyword[] = [
  text('title'),
  text('description'),
  text('format'),
  { name: 'default', compile: () => undefined },
]

function text(name: string): Keyword {
  return {
    name,
    compile: (value, context) => (isString(value) ? undefined : context.reject('must be a string')),
  }
}
