import { isString, type Json, jsonEqual } from '../../../json.ts'
import { isSameWord } from '../../../violations/did-you-mean.ts'
import { formatJson, describeReceived } from '../../../violations/messages.ts'
import { assertion } from './assertion.ts'
import { emitEquality } from './emit-equality.ts'

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.3 */
export const constant = assertion<'const', Json, 'any'>({
  name: 'const',
  valueDescription: 'a JSON value',
  parse: (value) => value as Json | undefined,
  appliesTo: 'any',
  test: (constant) => (value) => jsonEqual(constant, value),
  emit: emitEquality,
  adjust: undefined,
  expected: (value) => value,
  describe: formatJson,
  received: describeReceived,
  correct: (constant, location) =>
    isString(constant) && isString(location.value) && isSameWord(constant, location.value)
      ? { suggestion: constant, replacement: constant }
      : undefined,
})
