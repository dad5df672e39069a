import { type Contracts, type FixedText, fixText, validateArtifact } from '@workbench/contracts'

interface FixedArtifact extends FixedText {
  /** The contract that it was fixed for; undefined if it names no known one, and nothing was fixed. */
  readonly schema: string | undefined
}

/**
 * Fixes in the text of an artifact what can be fixed without losing data or guessing.
 * @param named the contract to fix it for. Default: the one that it names, or certainly means
 * @throws {SchemaError} if the contract cannot be used.
 */
export function fixArtifact(contracts: Contracts, bytes: Uint8Array, named?: string): FixedArtifact {
  const { meant, id: schema = meant, verdict } = validateArtifact(contracts, bytes, named)
  if (schema !== undefined) return { ...fixText(contracts.get(schema), bytes), schema }
  const original = Buffer.from(bytes).toString()
  return { original, text: original, verdict, schema }
}
