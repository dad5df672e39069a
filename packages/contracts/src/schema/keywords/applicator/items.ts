import type { Keyword } from '../../keyword.ts'

/** https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.1.2 */
export const items: Keyword<'items'> = {
  name: 'items',
  subschemas: 'value',
  compile: (_value, context) => ({ items: context.subschema('items') }),
}
