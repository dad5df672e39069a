import { recover } from '../json-text/recovery/recover.ts'
import { type CompileOptions, compileWithReferences } from './compile-schema.ts'
import { createValidator, type Validator } from './validator.ts'

/**
 * Creates a validator from any schema in the supported subset of JSON Schema 2020-12.
 * The schema must not be changed afterwards. `validateText` reports all syntax errors of a text that is not JSON, and
 * validates the value that it recovers. The function of the same name in `@workbench/contracts/validator` is smaller and
 * reports only the first syntax error.
 * @throws {SchemaError} with everything in the schemas that is unsupported, malformed, or an unresolved reference.
 * @throws {TypeError} if a schema in a list of `schemas` has no `$id`.
 * @throws {RangeError} if `maxViolations` is not an integer of at least 1.
 */
export function compileSchema<T = unknown>(schema: unknown, options: CompileOptions = {}): Validator<T> {
  return createValidator<T>(compileWithReferences(schema, options), options, { recover })
}
