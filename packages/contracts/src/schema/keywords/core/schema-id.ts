import { isString } from '@workbench/json-text'
import type { Keyword } from '../../keyword.ts'

export const DRAFT = 'https://json-schema.org/draft/2020-12/schema'

/** https://json-schema.org/draft/2020-12/json-schema-core#section-8.1.1 */
export const schema: Keyword<'$schema'> = {
  name: '$schema',
  compile(value, context) {
    if (value !== DRAFT)
      return context.reject(`must be ${JSON.stringify(DRAFT)}: no other draft is supported`)
    return atRoot(context.pointer) ? undefined : context.reject('is supported at the root only')
  },
}

/** https://json-schema.org/draft/2020-12/json-schema-core#section-8.2.1 */
export const id: Keyword<'$id'> = {
  name: '$id',
  compile(value, context) {
    if (!isString(value) || value === '' || value.includes('#')) {
      return context.reject('must be a file name or a URL without a fragment')
    }
    return atRoot(context.pointer)
      ? undefined
      : context.reject('is supported at the root only: each file holds one schema')
  },
}

const atRoot = (pointer: string): boolean => pointer.lastIndexOf('/') === 0
