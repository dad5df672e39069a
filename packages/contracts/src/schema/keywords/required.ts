import { isArray, isObject, isString } from '../../json.ts'
import { ABSENT, childPlace } from '../../report/place.ts'
import { quoted } from '../../report/words.ts'
import { once } from '../../once.ts'
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
    const asked = names.map((name) => ({
      name,
      message: once(() => {
        const phrase = members.get(name)?.phrase(1) ?? ''
        return `Required member ${quoted(name)} is missing${phrase && `; expected ${phrase}`}`
      }),
    }))
    return {
      form: { kind: 'members', required: names },
      report(place, report) {
        const candidate = place.value
        if (!isObject(candidate)) return
        const present = Object.keys(candidate)
        for (const { name, message } of asked) {
          if (present.includes(name)) continue
          const missing = childPlace(place, name, ABSENT, undefined)
          report.add(missing, site, { message: message(), expected: names }, 'container')
        }
      },
    }
  },
}
