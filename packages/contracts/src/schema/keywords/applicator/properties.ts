import { isObject } from '../../../json.ts'
import { token } from '../../../pointer.ts'
import { memberLocations, type MemberLocation } from '../../../violations/location.ts'
import type { ViolationCollector } from '../../../violations/collector.ts'
import { summarizeValue, quote } from '../../../violations/messages.ts'
import type { MemberSchema } from '../../constraint.ts'
import type { Keyword, SchemaNode, KeywordContext } from '../../types.ts'

/** https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.2.1; a member whose schema is `false` must be absent. */
export const properties: Keyword = {
  name: 'properties',
  subschemas: 'members',
  allowsBooleans: true,
  compile(value, context) {
    if (!isObject(value)) return context.reject('must be an object with a schema for each member')
    const members = new Map<string, MemberSchema>(membersOf(context))
    for (const [name, member] of Object.entries(value))
      if (typeof member === 'boolean') members.set(name, member)
    return {
      constraint: { kind: 'members', properties: members },
      collectViolations(location, collector) {
        for (const member of memberLocations(location)) {
          const schema = members.get(member.segment) ?? true
          if (schema === false) forbidden(member, collector)
          else if (schema !== true) schema.collectViolations(member, collector)
        }
      },
      addForbiddenMember: forbidden,
    }

    function forbidden(member: MemberLocation, collector: ViolationCollector): void {
      collector.add(
        member,
        { keyword: context.keyword, schemaPath: context.schemaPath + token(member.segment) },
        {
          message: `Member ${quote(member.segment)} must be absent`,
          expected: false,
          received: summarizeValue(member.value),
        },
        'name',
      )
    }
  },
}

/** The schemas of the members that the schema lists, by name. */
export function membersOf(context: KeywordContext): ReadonlyMap<string, SchemaNode> {
  const value = context.siblingValue('properties')
  const names = isObject(value) ? Object.keys(value).filter((name) => isObject(value[name])) : []
  return new Map(names.map((name) => [name, context.siblingSubschema('properties', name)]))
}
