import type { Keyword } from '../../keyword.ts'

/** https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.2 */
export const conditional: Keyword<'if'> = {
  name: 'if',
  subschemas: 'value',
  compile: (_value, context) =>
    context.siblingValue('then') === undefined
      ? undefined
      : { kind: 'conditional', if: context.subschema('if'), then: context.subschema('then') },
}

/** Compiled together with `if`. */
export const then: Keyword<'then'> = { name: 'then', subschemas: 'value', compile: () => undefined }
