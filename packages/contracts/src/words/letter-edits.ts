/** One letter of a word that differs from the candidate, or two that are exchanged. */
export interface Edit {
  readonly kind: 'added' | 'missing' | 'replaced' | 'exchanged'
  /** The index in the word; of a missing letter, the index before which it is missing. */
  readonly at: number
  /** The index in the candidate; of an added letter, the index before which it was added. */
  readonly candidateAt: number
}

/** The fewest edits that turn a candidate into a word; of several possibilities, those nearest to the start. */
export function editsBetween(word: string, candidate: string): readonly Edit[] {
  const costs = costsBetween(word, candidate)
  const cost = (row: number, column: number): number => costs[row]?.[column] ?? Infinity
  const edits: Edit[] = []
  for (let row = word.length, column = candidate.length; row > 0 || column > 0;) {
    const here = cost(row, column)
    if (word[row - 1] === candidate[column - 1] && here === cost(row - 1, column - 1)) {
      row--
      column--
      continue
    }
    const [kind, rows, columns] =
      isExchange(word, candidate, row, column) && here === cost(row - 2, column - 2) + 1
        ? (['exchanged', 2, 2] as const)
        : here === cost(row, column - 1) + 1
          ? (['missing', 0, 1] as const)
          : here === cost(row - 1, column) + 1
            ? (['added', 1, 0] as const)
            : (['replaced', 1, 1] as const)
    row -= rows
    column -= columns
    edits.push({ kind, at: row, candidateAt: column })
  }
  return edits.reverse()
}

/** The number of edits between two words; Infinity if there are more than `limit`. */
export function editDistance(word: string, candidate: string, limit: number): number {
  // One edit at least for each letter that the candidate does not have.
  let foreign = 0
  for (let at = 0; at < word.length; at++)
    if (!candidate.includes(word.charAt(at)) && ++foreign > limit) return Infinity
  const distance = costsBetween(word, candidate, limit)[word.length]?.[candidate.length] ?? Infinity
  return distance > limit ? Infinity : distance
}

/**
 * The matrix of the optimal string alignment distance. Without the rows that follow one in which all costs are above the
 * limit.
 */
function costsBetween(word: string, candidate: string, limit = Infinity): readonly (readonly number[])[] {
  let beforeLast: readonly number[] = []
  let last = [0]
  for (let column = 1; column <= candidate.length; column++) last.push(column)
  const costs = [last]
  for (let row = 1; row <= word.length; row++) {
    let left = row
    let least = row
    const current = [row]
    for (let column = 1; column <= candidate.length; column++) {
      const isSame = word.charCodeAt(row - 1) === candidate.charCodeAt(column - 1)
      left = Math.min((last[column - 1] ?? 0) + (isSame ? 0 : 1), (last[column] ?? 0) + 1, left + 1)
      if (!isSame && isExchange(word, candidate, row, column))
        left = Math.min(left, (beforeLast[column - 2] ?? 0) + 1)
      current.push(left)
      least = Math.min(least, left)
    }
    costs.push(current)
    if (least > limit) break
    beforeLast = last
    last = current
  }
  return costs
}

const isExchange = (word: string, candidate: string, row: number, column: number): boolean =>
  row > 1 &&
  column > 1 &&
  word.charCodeAt(row - 1) === candidate.charCodeAt(column - 2) &&
  word.charCodeAt(row - 2) === candidate.charCodeAt(column - 1)
