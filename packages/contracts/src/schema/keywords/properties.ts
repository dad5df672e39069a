import { isObject } from '../../json.ts'
import { token } from '../../pointer.ts'
import { membersAt, type MemberPlace } from '../../report/place.ts'
import type { Report } from '../../report/report.ts'
import { inShort, quoted } from '../../report/words.ts'
import type { MemberForm } from '../form.ts'
import type { Keyword, Node, Site } from '../rule.ts'

/** https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.2.1; a member whose schema is `false` must be absent. */
export const properties: Keyword = {
  name: 'properties',
  subschemas: 'members',
  takesBooleans: true,
  compile(value, site) {
    if (!isObject(value)) return site.refuse('must be an object with a schema for each member')
    const listed = new Map<string, MemberForm>(membersOf(site))
    for (const [name, member] of Object.entries(value))
      if (typeof member === 'boolean') listed.set(name, member)
    return {
      form: { kind: 'members', listed },
      report(place, report) {
        for (const member of membersAt(place)) {
          const form = listed.get(member.segment) ?? true
          if (form === false) forbidden(member, report)
          else if (form !== true) form.report(member, report)
        }
      },
      reportMember: forbidden,
    }

    function forbidden(member: MemberPlace, report: Report): void {
      report.add(
        member,
        { keyword: site.keyword, schemaPath: site.schemaPath + token(member.segment) },
        {
          message: `Member ${quoted(member.segment)} must be absent`,
          expected: false,
          received: inShort(member.value),
        },
        'name',
      )
    }
  },
}

/** The schemas of the members that the schema lists, by name. */
export function membersOf(site: Site): ReadonlyMap<string, Node> {
  const value = site.sibling('properties')
  const names = isObject(value) ? Object.keys(value).filter((name) => isObject(value[name])) : []
  return new Map(names.map((name) => [name, site.siblingSubschema('properties', name)]))
}
