import { isObject } from '../../../json.ts'
import { token } from '../../../pointer.ts'
import { forEachMember } from '../../../violations/location.ts'
import type { Keyword } from '../../keyword.ts'
import type { MemberSchema } from '../../types.ts'
import { needsVisit } from './needs-visit.ts'

/** https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.2.1; the schema `false` forbids a member. */
export const properties: Keyword<'properties'> = {
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
    const isSelected = (name: string, member: unknown, depth: number): boolean => {
      const schema = schemas.get(name)
      if (schema === undefined) return false
      return typeof schema === 'object' ? needsVisit(schema, member, depth) : !schema
    }
    return {
      constraint: { kind: 'members', properties: schemas },
      collectFacts(location, collector) {
        forEachMember(location, isSelected, (member) => {
          const schema = schemas.get(member.segment)
          if (typeof schema === 'object') {
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
