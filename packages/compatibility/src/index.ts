/**
 * Compares contracts with their earlier versions.
 * @module compatibility
 */
export { compareContracts, type ContractChange } from './compare-contracts.ts'
export { type Change, compareSchemas } from './compare-schemas.ts'
