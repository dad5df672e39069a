/**
 * Contracts in a directory, and the validation of artifacts against them.
 * @module
 */
export { ContractDirectoryError } from './catalog/errors.ts'
export { openContracts } from './catalog/directory/open-contracts.ts'
export type { DiscoveryOptions } from './catalog/directory/schema-directory.ts'
export { UnreadableFileError } from './files/read-file.ts'
export * from './no-files.ts'
