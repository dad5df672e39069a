/**
 * Returns a function that converts an offset, in UTF-16 code units from 0, to a line and a column, both from 1. A line ends
 * with LF, CR LF or CR; columns count UTF-16 code units, as editors do.
 */
export function positionsIn(text: string): (offset: number) => { line: number; column: number } {
  const starts = [0]
  const lineEnd = /\r\n?|\n/g
  while (lineEnd.test(text)) starts.push(lineEnd.lastIndex)
  return (offset) => {
    const line = lastAtMost(starts, offset)
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 }
  }
}

/** Binary search for the index of the last number that is not above the limit; -1 if all are. */
export function lastAtMost(numbers: readonly number[], limit: number): number {
  let low = -1
  let high = numbers.length - 1
  while (low < high) {
    const middle = Math.ceil((low + high) / 2)
    if ((numbers[middle] ?? 0) <= limit) low = middle
    else high = middle - 1
  }
  return low
}
