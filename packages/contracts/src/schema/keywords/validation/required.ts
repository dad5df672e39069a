import { isArray, isString } from '@workbench/json-text'
import type { Keyword } from '../../keyword.ts'

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.5.3; inherited members do not count. */
export const required: Keyword<'required'> = {
  name: 'required',
  compile(value, context) {
    if (!isArray(value) || !value.every(isString) || new Set(value).size < value.length) {
      return context.reject('must be a list of member names, each once')
    }
    return { required: Object.freeze([...value]) }
  },
}
