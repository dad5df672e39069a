import { hasMember, isObject } from '../../json.ts'
import { Vocabulary } from '../../report/nearest.ts'
import { membersAt, type MemberPlace } from '../../report/place.ts'
import type { Report } from '../../report/report.ts'
import { didYouMean, inShort, listed, quoted } from '../../report/words.ts'
import { once } from '../../once.ts'
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
  const vocabulary = once(() => new Vocabulary(expected))
  const knownMembers = once(() =>
    known.size === 0 ? '; no member is allowed here' : `; the known members are ${listed(expected, 'and')}`,
  )
  return {
    form: { kind: 'members', others: false },
    report(place, report) {
      for (const member of membersAt(place)) if (!known.has(member.segment)) unexpected(member, report)
    },
    reportMember: unexpected,
  }

  function unexpected(member: MemberPlace, report: Report): void {
    const name = member.segment
    const suggestion = vocabulary().nearest(name, (other) => !hasMember(member.parent.value, other))
    const message = `Unexpected member ${quoted(name)}${didYouMean(suggestion) || knownMembers()}`
    report.add(member, site, { message, expected, received: inShort(name), suggestion }, 'name')
  }
}

/** Every member but the known ones follows a schema. */
function eachOther(known: ReadonlySet<string>, site: Site): Rule {
  const node = site.subschema()
  return {
    form: { kind: 'members', others: node },
    report(place, report) {
      for (const member of membersAt(place)) if (!known.has(member.segment)) node.report(member, report)
    },
  }
}
