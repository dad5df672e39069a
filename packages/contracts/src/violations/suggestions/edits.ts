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

/** The matrix of the optimal string alignment distance. */
function costsBetween(word: string, candidate: string): readonly (readonly number[])[] {
  const costs: number[][] = [Array.from({ length: candidate.length + 1 }, (_, column) => column)]
  const cost = (row: number, column: number): number => costs[row]?.[column] ?? Infinity
  for (let row = 1; row <= word.length; row++) {
    const current = [row]
    costs.push(current)
    for (let column = 1; column <= candidate.length; column++) {
      const isSame = word[row - 1] === candidate[column - 1]
      current.push(
        Math.min(
          cost(row - 1, column - 1) + (isSame ? 0 : 1),
          cost(row - 1, column) + 1,
          cost(row, column - 1) + 1,
          isExchange(word, candidate, row, column) ? cost(row - 2, column - 2) + 1 : Infinity,
        ),
      )
    }
  }
  return costs
}

const isExchange = (word: string, candidate: string, row: number, column: number): boolean =>
  row > 1 && column > 1 && word[row - 1] === candidate[column - 2] && word[row - 2] === candidate[column - 1]
