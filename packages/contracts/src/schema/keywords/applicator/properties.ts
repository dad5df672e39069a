import { isObject } from '../../../json.ts'
import { token } from '../../../pointer.ts'
import type { ViolationCollector } from '../../../violations/collector.ts'
import { forEachMember, type MemberLocation } from '../../../violations/location.ts'
import { quote, summarizeValue } from '../../../violations/messages.ts'
import type { Keyword, KeywordContext } from '../../keyword.ts'
import type { MemberSchema, SchemaNode } from '../../types.ts'

/** https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.2.1; the schema `false` forbids a member. */
export const properties: Keyword<'properties'> = {
  name: 'properties',
  subschemas: 'members',
  allowsBooleans: true,
  compile(value, context) {
    if (!isObject(value)) return context.reject('must be an object with a schema for each member')
    const schemas = new Map<string, MemberSchema>(propertySchemas(context))
    for (const [name, schema] of Object.entries(value))
      if (typeof schema === 'boolean') schemas.set(name, schema)
    return {
      constraint: { kind: 'members', properties: schemas },
      collectViolations(location, collector) {
        forEachMember(location, (member) => {
          const schema = schemas.get(member.segment) ?? true
          if (schema === false) addForbiddenMember(member, collector)
          else if (schema !== true) schema.collectViolations(member, collector)
        })
      },
      addForbiddenMember,
    }

    function addForbiddenMember(member: MemberLocation, collector: ViolationCollector): void {
      collector.add(
        member,
        { keyword: context.keyword, schemaPath: context.schemaPath + token(member.segment) },
        () => ({
          message: `Member ${quote(member.segment)} must be absent`,
          expected: false,
          received: summarizeValue(member.value),
        }),
        'name',
      )
    }
  },
}

/** The compiled schemas of `properties` by member name, without boolean schemas. */
export function propertySchemas(context: KeywordContext): ReadonlyMap<string, SchemaNode> {
  const value = context.siblingValue('properties')
  const names = isObject(value) ? Object.keys(value).filter((name) => isObject(value[name])) : []
  return new Map(names.map((name) => [name, context.subschema('properties', name)]))
}
