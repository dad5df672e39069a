import { compileSchema, fixText } from '@workbench/contracts'

/**
 * The value of an artifact's text. Syntax errors are fixed if that is possible without guessing; undefined if it is not.
 */
export function parseArtifact(bytes: Uint8Array): unknown {
  const text = new TextDecoder().decode(bytes)
  return parse(text) ?? parse(fixText(compileSchema({ $id: 'any' }), bytes).text)
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
