import { isObject } from '../../../json.ts'
import { token } from '../../../pointer.ts'
import { forEachMember } from '../../../violations/location.ts'
import type { Keyword } from '../../keyword.ts'
import type { MemberSchema } from '../../types.ts'

/** https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.2.1; the schema `false` forbids a member. */
export const properties: Keyword = {
  name: 'properties',
  subschemas: 'members',
  allowsBooleans: true,
  compile(value, context) {
    if (!isObject(value)) return context.reject('must be an object with a schema for each member')
    const { node, schemaPath } = context
    const schemas = new Map(
      Object.entries(value).map(([name, schema]): [string, MemberSchema] => [
        name,
        typeof schema === 'boolean' ? schema : context.subschema('properties', name),
      ]),
    )
    return {
      constraint: { kind: 'members', properties: schemas },
      collectFacts(location, collector) {
        forEachMember(location, (member) => {
          const schema = schemas.get(member.segment) ?? true
          if (schema === true) return
          if (schema !== false) {
            schema.collectFacts(member, collector)
            return
          }
          collector.add({
            keyword: 'properties',
            expected: false,
            received: member.value,
            location: member,
            site: { node, schemaPath: schemaPath + token(member.segment) },
            anchor: 'name',
          })
        })
      },
    }
  },
}
