import { isArray, type Json, jsonEqual } from '@workbench/json-text'
import { assertion } from './assertion.ts'
import { emitEquality } from './emit-equality.ts'

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.2 */
export const enumeration = assertion({
  name: 'enum',
  valueDescription: 'a list of at least one JSON value',
  parse: (value) =>
    isArray(value) && value.length > 0 ? Object.freeze([...(value as readonly Json[])]) : undefined,
  appliesTo: 'any',
  test: (values) => (value) =>
    values.includes(value as Json) ||
    (typeof value === 'object' && values.some((allowed) => jsonEqual(allowed, value))),
  emit: (values, value, bind) => values.map((allowed) => emitEquality(allowed, value, bind)).join(' || '),
  adjust: undefined,
})
