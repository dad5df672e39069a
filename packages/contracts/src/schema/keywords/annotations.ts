import { isString } from '../../json.ts'
import type { Keyword } from '../types.ts'

/** Keywords that tell people something and ask nothing of a value. `format` is one: dates are not enforced. */
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
