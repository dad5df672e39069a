/**
 * Contracts found in a directory, and everything that judges by them.
 * @module
 */
export { type Contract, type ContractEntry, type Contracts, type TypeOf } from './catalog/contracts.ts'
export { ContractDirectoryError, UnknownContractError } from './catalog/errors.ts'
export { type ArtifactVerdict, judgeArtifact } from './catalog/judge-artifact.ts'
export { lintContracts } from './catalog/lint.ts'
export { openContracts } from './catalog/open-contracts.ts'
export type { Surroundings } from './catalog/schema-directory.ts'
export { compareContracts, type ContractChange } from './compatibility/compare-contracts.ts'
export {
  type FileContent,
  type FileState,
  LARGEST_FILE,
  readFile,
  UnreadableFile,
} from './files/read-file.ts'
export { type FileAct, isSystemError, reasonOf, type SystemError } from './files/reason-of.ts'
export type { Field } from './schema/fields.ts'
export type * from './types/contract-types.ts'
export * from './validator.ts'
