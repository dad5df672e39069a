import { type Json, jsonEqual } from '../../json.ts'
import { asJson, receivedAs } from '../../report/words.ts'
import { assertion } from '../assertion.ts'
import { equality } from '../equality.ts'

/** https://json-schema.org/draft/2020-12/json-schema-validation#section-6.1.3 */
export const constant = assertion<Json, 'any'>({
  name: 'const',
  takes: 'a JSON value',
  read: (value) => value as Json | undefined,
  of: 'any',
  holds: jsonEqual,
  code: equality,
  expected: (value) => value,
  phrase: asJson,
  received: receivedAs,
})
