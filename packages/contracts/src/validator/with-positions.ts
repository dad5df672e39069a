import { parseText } from '../json-text/parse.ts'
import type { Violation } from '../violation.ts'

/**
 * Adds the line and the column of the value at `path` to violations that were found in the value of a JSON text. A violation
 * of a value that is not in the text stays as it is.
 */
export function withPositions(
  text: string | Uint8Array,
  violations: readonly Violation[],
): readonly Violation[] {
  const { json, positionOf } = parseText(text, 1)
  if (!json) return violations
  const offsetsAt = json.locate(violations.map(({ path }) => path))
  return violations.map((violation) => {
    const offset = offsetsAt(violation.path)?.value
    return offset === undefined ? violation : { ...violation, ...positionOf(offset) }
  })
}
