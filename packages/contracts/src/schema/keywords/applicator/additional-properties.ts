import type { Keyword } from '../../keyword.ts'

/** https://json-schema.org/draft/2020-12/json-schema-core#section-10.3.2.3; `__proto__` is an ordinary member name. */
export const additionalProperties: Keyword<'additionalProperties'> = {
  name: 'additionalProperties',
  subschemas: 'value',
  allowsBooleans: true,
  compile: (value, context) => ({
    additionalProperties: value === false ? false : (context.subschema('additionalProperties') ?? true),
  }),
}
