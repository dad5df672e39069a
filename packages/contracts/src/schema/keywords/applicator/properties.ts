import { isObject } from '@workbench/json-text'
import type { Keyword } from '../../keyword.ts'
import type { MemberSchema } from '../../types.ts'

/** https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.2.1; the schema `false` forbids a member. */
export const properties: Keyword<'properties'> = {
  name: 'properties',
  subschemas: 'members',
  allowsBooleans: true,
  compile(value, context) {
    if (!isObject(value)) return context.reject('must be an object with a schema for each member')
    const schemas = Object.entries(value).map(([name, schema]): [string, MemberSchema] => [
      name,
      typeof schema === 'boolean' ? schema : (context.subschema('properties', name) ?? true),
    ])
    return { properties: new Map(schemas) }
  },
}
