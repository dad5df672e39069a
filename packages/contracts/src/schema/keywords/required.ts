import { hasMember, isArray, isObject, isString } from '../../json.ts'
import { childPlace } from '../../report/place.ts'
import { quoted } from '../../report/words.ts'
import type { Keyword } from '../rule.ts'
import { membersOf } from './properties.ts'

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.5.3; an inherited member is no member. */
export const required: Keyword = {
  name: 'required',
  compile(value, site) {
    if (!isArray(value) || !value.every(isString) || new Set(value).size < value.length) {
      return site.refuse('must be a list of member names, each once')
    }
    const names = Object.freeze([...value])
    const members = membersOf(site)
    return {
      form: { kind: 'members', required: names },
      report(place, report) {
        const candidate = place.value
        if (!isObject(candidate)) return
        for (const name of names) {
          if (hasMember(candidate, name)) continue
          const phrase = members.get(name)?.phrase(1) ?? ''
          const message = `Required member ${quoted(name)} is missing${phrase && `; expected ${phrase}`}`
          report.add(childPlace(place, name, undefined), site, { message, expected: names }, 'container')
        }
      },
    }
  },
}
