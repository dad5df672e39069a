import { type Contracts, type FixedText, fixText, validateArtifact, type Verdict } from '@workbench/contracts'

interface FixedArtifact extends FixedText {
  /** The contract that it was fixed for; undefined if it names no known one, and nothing was fixed. */
  readonly schema: string | undefined
  /** The verdict on the original text. */
  readonly before: Verdict
}

/**
 * Fixes in the text of an artifact what can be fixed without losing data or guessing.
 * @param named the contract to fix it for. Default: the one that it names, or certainly means
 * @throws {SchemaError} if the contract cannot be used.
 */
export function fixArtifact(contracts: Contracts, bytes: Uint8Array, named?: string): FixedArtifact {
  const { meant, id: schema = meant, verdict: before } = validateArtifact(contracts, bytes, named)
  const original = Buffer.from(bytes).toString()
  const fixed =
    schema === undefined
      ? { original, text: original, verdict: before }
      : fixText(contracts.get(schema), bytes)
  return { ...fixed, schema, before }
}
