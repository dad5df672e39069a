/** Names longer than this are not compared: nobody mistypes them, and the comparison is quadratic. */
const LONGEST_WORD = 64

/**
 * The candidate that a writer probably meant: equal but for case, spaces, dashes and underscores; the word cut short
 * or drawn out; or within about a third of its letters mistyped. Undefined where none is close.
 */
export function nearest(word: string, candidates: Iterable<string>): string | undefined {
  const folded = fold(word)
  if (folded.length === 0 || folded.length > LONGEST_WORD) return undefined
  let best: { candidate: string; distance: number } | undefined
  for (const candidate of candidates) {
    const distance = distanceBetween(folded, fold(candidate))
    if (distance < (best?.distance ?? Infinity)) best = { candidate, distance }
  }
  return best && best.distance <= folded.length / 3 ? best.candidate : undefined
}

const fold = (word: string): string => word.toLowerCase().replaceAll(/[\s_-]/g, '')

function distanceBetween(word: string, candidate: string): number {
  if (candidate.length > LONGEST_WORD) return Infinity
  const [short, long] = word.length < candidate.length ? [word, candidate] : [candidate, word]
  if (short.length >= 3 && long.startsWith(short)) return 1
  return editDistance(word, candidate)
}

/** Optimal string alignment: insertions, deletions, substitutions and swaps of two neighbours. */
function editDistance(a: string, b: string): number {
  let beforeLast: number[] = []
  let last = Array.from({ length: b.length + 1 }, (_, column) => column)
  for (let row = 1; row <= a.length; row++) {
    const current = [row]
    for (let column = 1; column <= b.length; column++) {
      const substitution = at(last, column - 1) + (a[row - 1] === b[column - 1] ? 0 : 1)
      let cost = Math.min(substitution, at(last, column) + 1, at(current, column - 1) + 1)
      const isSwap = row > 1 && column > 1 && a[row - 1] === b[column - 2] && a[row - 2] === b[column - 1]
      if (isSwap) cost = Math.min(cost, at(beforeLast, column - 2) + 1)
      current.push(cost)
    }
    beforeLast = last
    last = current
  }
  return at(last, b.length)
}

const at = (costs: readonly number[], column: number): number => costs[column] ?? Infinity
