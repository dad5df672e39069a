import { type Json, jsonEqual } from '@workbench/json-text'
import { assertion } from './assertion.ts'
import { emitEquality } from './emit-equality.ts'

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.3 */
export const constant = assertion({
  name: 'const',
  valueDescription: 'a JSON value',
  parse: (value) => value as Json | undefined,
  appliesTo: 'any',
  test: (constant) => (value) => jsonEqual(constant, value),
  emit: emitEquality,
  adjust: undefined,
})
