/** Names longer than this are not compared: nobody mistypes them, and the comparison is quadratic. */
const MAX_WORD_LENGTH = 64

/** Words that a vocabulary remembers. */
const MOST_KNOWN = 64

/**
 * The candidate that a writer probably meant: equal but for case, spaces, dashes and underscores; the word cut short
 * or drawn out; or within about a third of its letters mistyped. Undefined where none is close.
 */
export const suggest = (word: string, candidates: Iterable<string>): string | undefined =>
  new Suggester(candidates).suggest(word)

/** Words to compare others with. */
export class Suggester {
  readonly #words: readonly NormalizedWord[]
  /** What was near the words asked for lately: writers repeat their mistakes. */
  readonly #known = new Map<string, readonly Near[]>()

  constructor(words: Iterable<string>) {
    this.#words = Array.from(words, normalize).filter(({ text }) => text.length <= MAX_WORD_LENGTH)
  }

  /** As {@link suggest}, among the words that `isMeant` lets through. */
  suggest(word: string, isMeant?: (candidate: string) => boolean): string | undefined {
    // A longer word would have to be made of separators for the most part.
    if (word.length > 2 * MAX_WORD_LENGTH) return undefined
    for (const { word: candidate } of this.#near(word)) if (isMeant?.(candidate) !== false) return candidate
    return undefined
  }

  #near(word: string): readonly Near[] {
    let near = this.#known.get(word)
    if (!near) {
      if (this.#known.size === MOST_KNOWN) this.#known.clear()
      this.#known.set(word, (near = wordsNear(word, this.#words)))
    }
    return near
  }
}

/** A word, and how far it is from the one asked for. */
interface Near {
  readonly word: string
  readonly distance: number
}

/** The words that are near enough to be meant, the nearest first. */
function wordsNear(word: string, words: readonly NormalizedWord[]): readonly Near[] {
  const folded = normalize(word)
  const { length } = folded.text
  const near: Near[] = []
  if (length === 0 || length > MAX_WORD_LENGTH) return near
  const maxDistance = Math.floor(length / 3)
  for (const candidate of words) {
    const distance = distanceBetween(folded, candidate, maxDistance)
    if (distance <= maxDistance) near.push({ word: candidate.word, distance })
  }
  return near.length > 1 ? near.sort((a, b) => a.distance - b.distance) : near
}

/** A word, the word without what writers vary, and the set of its characters, a bit each (some share one). */
interface NormalizedWord {
  readonly word: string
  readonly text: string
  readonly characters: number
}

function normalize(word: string): NormalizedWord {
  const lower = word.toLowerCase()
  const text = /[\s_-]/.test(lower) ? lower.replaceAll(/[\s_-]/g, '') : lower
  let characters = 0
  for (let index = 0; index < text.length; index++) characters |= 1 << text.charCodeAt(index)
  return { word, text, characters }
}

/** Infinity where that is more than `furthest`: most words are seen to be far by their lengths and characters. */
function distanceBetween(a: NormalizedWord, b: NormalizedWord, maxDistance: number): number {
  const difference = a.text.length - b.text.length
  if (difference === 0 && a.text === b.text) return 0
  const onlyA = a.characters & ~b.characters
  const onlyB = b.characters & ~a.characters
  if (difference < 0 ? onlyA === 0 && startsWith(b, a) : onlyB === 0 && startsWith(a, b)) return 1
  // Each edit changes the length by one at most, and brings in one character at most, and takes one out.
  const isFar =
    Math.abs(difference) > maxDistance || bitsIn(onlyA) > maxDistance || bitsIn(onlyB) > maxDistance
  return isFar ? Infinity : editDistance(a.text, b.text, maxDistance)
}

const startsWith = (long: NormalizedWord, short: NormalizedWord): boolean =>
  short.text.length >= 3 && long.text.startsWith(short.text)

function bitsIn(set: number): number {
  let count = 0
  for (let rest = set; rest !== 0; rest &= rest - 1) count++
  return count
}

/** Rows of the table below, kept because they are needed often: the row before the last, the last, the current. */
let rows = [0, 0, 0].map(() => new Uint8Array(MAX_WORD_LENGTH + 1)) as [Uint8Array, Uint8Array, Uint8Array]

/**
 * Optimal string alignment: insertions, deletions, substitutions and swaps of two neighbours. Infinity where that is
 * more than `furthest`.
 */
function editDistance(a: string, b: string, maxDistance: number): number {
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
    if (least > maxDistance) return Infinity
    ;[beforeLast, last, current] = [last, current, beforeLast]
  }
  rows = [beforeLast, last, current]
  return at(last, b.length)
}

const at = (costs: Uint8Array, column: number): number => costs[column] ?? 0
