import { hasMember, isObject } from '../../json.ts'
import { nearest } from '../../report/nearest.ts'
import { childPlace } from '../../report/place.ts'
import { didYouMean, inShort, listed, quoted } from '../../report/words.ts'
import type { Keyword, Rule, Site } from '../rule.ts'

/** https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.2.3; `__proto__` is a member like any other. */
export const additionalProperties: Keyword = {
  name: 'additionalProperties',
  subschemas: 'value',
  takesBooleans: true,
  compile(value, site) {
    const members = site.sibling('properties')
    const known = new Set(isObject(members) ? Object.keys(members) : [])
    if (value === true) return undefined
    return value === false ? closed(known, site) : eachOther(known, site)
  },
}

/** No member but the known ones. */
function closed(known: ReadonlySet<string>, site: Site): Rule {
  const expected = Object.freeze([...known])
  return {
    form: { kind: 'members', others: false },
    report(place, report) {
      const candidate = place.value
      if (!isObject(candidate)) return
      for (const name of unknownNames(candidate, known)) {
        const absent = expected.filter((other) => !hasMember(candidate, other))
        const suggestion = nearest(name, absent)
        const message = `Unexpected member ${quoted(name)}${didYouMean(suggestion) || knownMembers(expected)}`
        report.add(
          childPlace(place, name, candidate[name]),
          site,
          { message, expected, received: inShort(name), ...(suggestion !== undefined && { suggestion }) },
          'name',
        )
      }
    },
  }
}

/** Every member but the known ones follows a schema. */
function eachOther(known: ReadonlySet<string>, site: Site): Rule {
  const node = site.subschema()
  return {
    form: { kind: 'members', others: node },
    report(place, report) {
      const candidate = place.value
      if (!isObject(candidate)) return
      for (const name of unknownNames(candidate, known))
        node.report(childPlace(place, name, candidate[name]), report)
    },
  }
}

const unknownNames = (candidate: object, known: ReadonlySet<string>): string[] =>
  Object.keys(candidate).filter((name) => !known.has(name))

const knownMembers = (names: readonly string[]): string =>
  names.length === 0 ? '; no member is allowed here' : `; the known members are ${listed(names, 'and')}`
