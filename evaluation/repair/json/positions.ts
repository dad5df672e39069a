/** The offset of a 1-based line and column, in UTF-16 code units. */
export function offsetOf(text: string, line: number, column: number): number {
  let start = 0
  for (let before = 1; before < line; before++) {
    const end = text.indexOf('\n', start)
    if (end < 0) break
    start = end + 1
  }
  return start + column - 1
}
