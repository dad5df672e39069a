import type { Keyword } from '../../keyword.ts'

/** https://json-schema.org/draft/2020-12/json-schema-core#section-10.2.2 */
export const conditional: Keyword<'if'> = {
  name: 'if',
  subschemas: 'value',
  compile(_value, context) {
    const [condition, consequence] = [context.subschema('if'), context.subschema('then')]
    return condition && consequence && { conditional: { if: condition, then: consequence } }
  },
}

/** Compiled together with `if`. */
export const then: Keyword<'then'> = { name: 'then', subschemas: 'value', compile: () => undefined }
