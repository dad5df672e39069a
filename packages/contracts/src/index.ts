/**
 * Contracts in a directory, and the validation of artifacts against them.
 * @module
 */
export { ContractDirectoryError, describeMissingBuiltIn } from './catalog/errors.ts'
export { openContracts } from './catalog/directory/open-contracts.ts'
export type { DiscoveryOptions } from './catalog/directory/schema-directory.ts'
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
export { packagedContracts } from './packaged-contracts.ts'
export * from './no-files.ts'
