/**
 * The part of the library that reads no files, for browsers and for schemas that are not in a directory.
 * @module no-files
 */
export { type Change, compareSchemas } from './compatibility/compare-schemas.ts'
export { escapeText, stringifyEscaped } from './escape.ts'
export { type FixedText, fixText } from './fix/fix-text.ts'
export { isObject, type Json, tryParse } from './json.ts'
export type { PatchOperation } from './patch.ts'
export type { Pointer } from './pointer.ts'
export { formatViolations, type FormatOptions } from './violations/format.ts'
export { formatProblem, SchemaError, type SchemaProblem } from './schema/schema-error.ts'
export { compileSchema, type CompileOptions } from './validator/compile-schema.ts'
export type { StandardResult, StandardSchema } from './validator/standard-schema.ts'
export type { Validator, ValidatorOptions } from './validator/validator.ts'
export type { Invalid, Valid, Verdict, Violation } from './violation.ts'
