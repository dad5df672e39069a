import { isObject } from '@workbench/json-text'
import type { Keyword } from '../../keyword.ts'

/** https://json-schema.org/draft/2020-12/json-schema-core#section-8.2.4 */
export const defs: Keyword<'$defs'> = {
  name: '$defs',
  subschemas: 'members',
  compile: (value, context) => (isObject(value) ? undefined : context.reject('must be an object of schemas')),
}
