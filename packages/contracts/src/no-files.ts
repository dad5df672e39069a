/**
 * The part of the library that reads no files, for browsers, workers and schemas that are not in a directory.
 * @module no-files
 */
export { escapeText, isObject, type Json, type PatchOperation, type Pointer } from '@workbench/json-text'
export type { JsonSchemaOptions, StandardJsonSchema } from './bundle/standard-json-schema.ts'
export { openContracts } from './catalog/built-in/built-in-contracts.ts'
export { bundleContracts } from './catalog/bundle-contracts.ts'
export { isContractId, parseContractId } from './catalog/contract-id.ts'
export { contractPage } from './catalog/contract-page.ts'
export { type Contract, type ContractEntry, type Contracts, type TypeOf } from './catalog/contracts.ts'
export { UnknownContractError } from './catalog/errors.ts'
export { lintContracts } from './catalog/lint-contracts.ts'
export { type ArtifactVerdict, validateArtifact } from './catalog/validate-artifact.ts'
// By path: a dependency would be a cycle, because that package imports this one.
export {
  type Change,
  compareContracts,
  compareSchemas,
  type ContractChange,
} from '../../compatibility/src/index.ts'
export { type FixedText, fixText } from './validator/fix-text.ts'
export type { Field } from './messages/fields.ts'
export { formatViolations, type FormatOptions } from './messages/format-violations.ts'
export { formatProblem, SchemaError, type SchemaProblem } from './schema/schema-error.ts'
export type * from './types/contract-types.ts'
export { compileSchema, type CompileOptions } from './validator/compile-schema.ts'
export type { StandardResult, StandardSchema } from './validator/standard-schema.ts'
export type { Validator, ValidatorOptions } from './validator/validator.ts'
export { withPositions } from './validator/with-positions.ts'
export type { Invalid, Valid, Verdict, Violation } from './messages/violation.ts'
