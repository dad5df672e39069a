/** A position in a text. */
export interface Position {
  /** 1-based; a line ends with LF, CR LF or CR. */
  readonly line: number
  /** 1-based, in UTF-16 code units as editors count. */
  readonly column: number
}

/** Returns a function that converts an offset, in UTF-16 code units from 0, to a position. */
export function positionsIn(text: string): (offset: number) => Position {
  let starts: readonly number[] | undefined
  return (offset) => {
    starts ??= lineStarts(text)
    const line = lastAtMost(starts, offset)
    return { line: line + 1, column: offset - (starts[line] ?? 0) + 1 }
  }
}

function lineStarts(text: string): number[] {
  const starts = [0]
  for (const { index, 0: end } of text.matchAll(/\r\n|\n|\r/g)) starts.push(index + end.length)
  return starts
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
