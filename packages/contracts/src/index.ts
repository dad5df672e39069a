/**
 * Contracts in a directory, and the validation of artifacts against them.
 * @module
 */
export type { JsonSchemaOptions, StandardJsonSchema } from './bundle/standard-json-schema.ts'
export { bundleContracts } from './catalog/bundle-contracts.ts'
export { isContractId, parseContractId } from './catalog/contract-id.ts'
export { contractPage } from './catalog/contract-page.ts'
export { type Contract, type ContractEntry, type Contracts, type TypeOf } from './catalog/contracts.ts'
export { ContractDirectoryError, UnknownContractError } from './catalog/errors.ts'
export { type ArtifactVerdict, validateArtifact } from './catalog/validate-artifact.ts'
export { lintContracts } from './catalog/lint-contracts.ts'
export { openContracts } from './catalog/open-contracts.ts'
export type { DiscoveryOptions } from './catalog/schema-directory.ts'
export { compareContracts, type ContractChange } from './compatibility/compare-contracts.ts'
export {
  type FileContent,
  type FileState,
  MAX_FILE_BYTES,
  readFile,
  UnreadableFileError,
} from './files/read-file.ts'
export {
  type FileOperation,
  isSystemError,
  describeFsError,
  type SystemError,
} from './files/describe-fs-error.ts'
export type { Field } from './schema/fields.ts'
export { withPositions } from './validator/with-positions.ts'
export type * from './types/contract-types.ts'
export { suggest } from './violations/did-you-mean.ts'
export { pluralize } from './violations/messages.ts'
export * from './no-files.ts'
