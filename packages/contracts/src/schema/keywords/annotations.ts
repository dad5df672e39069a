import { isArray, isString } from '@workbench/json-text'
import type { Keyword } from '../keyword.ts'

/* Keywords without effect on validation. `format` is one of them: dates are not validated. */
export const title = text('title')
export const description = text('description')
export const format = text('format')
export const comment = text('$comment')
export const defaultValue: Keyword<'default'> = { name: 'default', compile: () => undefined }
export const examples: Keyword<'examples'> = {
  name: 'examples',
  compile: (value, context) => (isArray(value) ? undefined : context.reject('must be a list')),
}
export const deprecated: Keyword<'deprecated'> = {
  name: 'deprecated',
  compile: (value, context) =>
    typeof value === 'boolean' ? undefined : context.reject('must be true or false'),
}

function text<Name extends string>(name: Name): Keyword<Name> {
  return {
    name,
    compile: (value, context) => (isString(value) ? undefined : context.reject('must be a string')),
  }
}
