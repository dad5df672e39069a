import { locate, parseText, positionsIn, segments } from '@workbench/json-text'
import type { Violation } from '../messages/violation.ts'

/**
 * Adds the line and the column of the value at `path` to violations that were found in the value of a JSON text. A violation
 * of a value that is not in the text stays as it is.
 */
export function withPositions(
  text: string | Uint8Array,
  violations: readonly Violation[],
): readonly Violation[] {
  const { text: decoded, json } = parseText(text, 1)
  if (!json) return violations
  const positionOf = positionsIn(decoded)
  const offsets = locate(
    json.text,
    violations.map(({ path }) => segments(path)),
  )
  return violations.map((violation, index) => {
    const offset = offsets[index]?.value
    return offset === undefined ? violation : { ...violation, ...positionOf(offset) }
  })
}
