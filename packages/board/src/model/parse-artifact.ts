import { compileSchema, fixText } from '@workbench/contracts'
import { tryParse } from '@workbench/contracts/internal'

/**
 * The value of an artifact's text. Syntax errors are fixed if that is possible without guessing; undefined if it is not.
 */
export function parseArtifact(bytes: Uint8Array): unknown {
  const text = new TextDecoder().decode(bytes)
  return tryParse(text) ?? tryParse(fixText(compileSchema({ $id: 'any' }), bytes).text)
}
