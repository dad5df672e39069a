/** Names longer than this are not compared: nobody mistypes them, and the comparison is quadratic. */
const LONGEST_WORD = 64

/**
 * The candidate that a writer probably meant: equal but for case, spaces, dashes and underscores; the word cut short
 * or drawn out; or within about a third of its letters mistyped. Undefined where none is close.
 */
export const nearest = (word: string, candidates: Iterable<string>): string | undefined =>
  nearestIn(word, vocabularyOf(candidates))

/** Words to compare others with, folded once. */
export type Vocabulary = readonly { readonly word: string; readonly folded: Folded }[]

export const vocabularyOf = (words: Iterable<string>): Vocabulary =>
  Array.from(words, (word) => ({ word, folded: fold(word) }))

/** As {@link nearest}, among the words of a vocabulary that `isMeant` lets through. */
export function nearestIn(
  word: string,
  vocabulary: Vocabulary,
  isMeant?: (candidate: string) => boolean,
): string | undefined {
  const folded = fold(word)
  const { length } = folded.text
  if (length === 0 || length > LONGEST_WORD) return undefined
  const furthest = length / 3
  let best: string | undefined
  let least = Infinity
  for (const candidate of vocabulary) {
    const distance = distanceBetween(folded, candidate.folded, furthest)
    if (distance >= least || distance > furthest || isMeant?.(candidate.word) === false) continue
    best = candidate.word
    least = distance
  }
  return best
}

/** A word without what writers vary, and the set of its characters, a bit each (some share one). */
interface Folded {
  readonly text: string
  readonly characters: number
}

function fold(word: string): Folded {
  const lower = word.toLowerCase()
  const text = /[\s_-]/.test(lower) ? lower.replaceAll(/[\s_-]/g, '') : lower
  let characters = 0
  for (let index = 0; index < text.length; index++) characters |= 1 << text.charCodeAt(index)
  return { text, characters }
}

/** Each edit brings in one character at most, and takes one out. */
const leastDistance = (a: Folded, b: Folded): number =>
  Math.max(
    Math.abs(a.text.length - b.text.length),
    bitsIn(a.characters & ~b.characters),
    bitsIn(b.characters & ~a.characters),
  )

function bitsIn(set: number): number {
  let count = 0
  for (let rest = set; rest !== 0; rest &= rest - 1) count++
  return count
}

/** Words that differ by more than `furthest` are not compared to the end. */
function distanceBetween(word: Folded, candidate: Folded, furthest: number): number {
  const [a, b] = [word.text, candidate.text]
  if (b.length > LONGEST_WORD) return Infinity
  const [short, long] = a.length < b.length ? [a, b] : [b, a]
  if (short.length >= 3 && long.startsWith(short)) return 1
  return leastDistance(word, candidate) > furthest ? Infinity : editDistance(a, b, furthest)
}

/** Rows of the table below, kept because they are needed often: the row before the last, the last, the current. */
let rows = [0, 0, 0].map(() => new Uint8Array(LONGEST_WORD + 1)) as [Uint8Array, Uint8Array, Uint8Array]

/**
 * Optimal string alignment: insertions, deletions, substitutions and swaps of two neighbours. Infinity where that is
 * more than `furthest`.
 */
function editDistance(a: string, b: string, furthest: number): number {
  let [beforeLast, last, current] = rows
  for (let column = 0; column <= b.length; column++) last[column] = column
  for (let row = 1; row <= a.length; row++) {
    let least = (current[0] = row)
    for (let column = 1; column <= b.length; column++) {
      const isSame = a.charCodeAt(row - 1) === b.charCodeAt(column - 1)
      let cost = Math.min(
        at(last, column - 1) + (isSame ? 0 : 1),
        at(last, column) + 1,
        at(current, column - 1) + 1,
      )
      const isSwap =
        row > 1 &&
        column > 1 &&
        a.charCodeAt(row - 1) === b.charCodeAt(column - 2) &&
        a.charCodeAt(row - 2) === b.charCodeAt(column - 1)
      if (isSwap) cost = Math.min(cost, at(beforeLast, column - 2) + 1)
      current[column] = cost
      least = Math.min(least, cost)
    }
    if (least > furthest) return Infinity
    ;[beforeLast, last, current] = [last, current, beforeLast]
  }
  rows = [beforeLast, last, current]
  return at(last, b.length)
}

const at = (costs: Uint8Array, column: number): number => costs[column] ?? 0
