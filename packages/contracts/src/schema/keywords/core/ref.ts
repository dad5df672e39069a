import { isString } from '@workbench/json-text'
import type { Keyword } from '../../keyword.ts'

/** https://json-schema.org/draft/2020-12/json-schema-core#section-8.2.3.1; keywords beside `$ref` apply as well. */
export const ref: Keyword<'$ref'> = {
  name: '$ref',
  compile(value, context) {
    if (!isString(value))
      return context.reject('must be the name of a schema, a JSON Pointer after "#", or both')
    const reference = context.resolveReference(value)
    return reference && { reference }
  },
}
