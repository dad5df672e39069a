import { hasMember, isArray, isObject, isString } from '../../../json.ts'
import { MISSING_MEMBER_INDEX, childLocation } from '../../../violations/location.ts'
import type { Keyword } from '../../keyword.ts'

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.5.3; inherited members do not count. */
export const required: Keyword<'required'> = {
  name: 'required',
  compile(value, site) {
    if (!isArray(value) || !value.every(isString) || new Set(value).size < value.length) {
      return site.reject('must be a list of member names, each once')
    }
    const expected = Object.freeze([...value])
    return {
      constraint: { kind: 'members', required: expected },
      collectFacts(location, collector) {
        const candidate = location.value
        if (!isObject(candidate)) return
        for (const name of expected) {
          if (hasMember(candidate, name)) continue
          const missing = childLocation(location, name, MISSING_MEMBER_INDEX, undefined)
          collector.add({
            keyword: 'required',
            expected,
            received: undefined,
            location: missing,
            site,
            anchor: 'container',
          })
        }
      },
    }
  },
}
