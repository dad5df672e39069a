import { Bundle } from '../bundle/self-contained.ts'
import type { JsonObject } from '@workbench/json-text'
import { DRAFT } from '../schema/keywords/core/schema-id.ts'
import { contractFileName, contractIdOf } from './contract-id.ts'
import type { Contracts } from './contracts.ts'

/**
 * Returns one JSON Schema for the artifacts of all contracts: it applies the contract that the member `schema` names. It
 * contains all contracts, so that an editor needs only this file to complete and check an artifact.
 * @throws {SchemaError} if a contract cannot be used.
 */
export function bundleContracts({ ids, get }: Pick<Contracts, 'ids' | 'get'>): JsonObject {
  const bundle = new Bundle((name) => get<string>(contractIdOf(name)).schema)
  const contracts = ids.map((id) => ({
    if: { required: ['schema'], properties: { schema: { const: id } } },
    then: { $ref: bundle.add(contractFileName(id)) },
  }))
  return {
    $schema: DRAFT,
    title: 'Artifact',
    description: 'An artifact of any contract, which its member "schema" names.',
    type: 'object',
    required: ['schema'],
    properties: { schema: { enum: ids, description: 'The contract that this artifact follows.' } },
    allOf: contracts,
    $defs: bundle.defs,
  }
}
