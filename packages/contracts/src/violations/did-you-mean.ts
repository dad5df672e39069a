/** Longer words get no suggestion: the edit distance takes quadratic time. */
const MAX_WORD_LENGTH = 64

/** As {@link Suggester.suggest}, for candidates that are used once. */
export const suggest = (word: string, candidates: Iterable<string>): string | undefined =>
  new Suggester(candidates).suggest(word)

/** Suggests corrections of misspelt words. */
export class Suggester {
  readonly #candidates: readonly NormalizedWord[]

  constructor(candidates: Iterable<string>) {
    this.#candidates = Array.from(candidates, normalize).filter(({ text }) => text.length <= MAX_WORD_LENGTH)
  }

  /**
   * Returns the most similar of the candidates that `isEligible` accepts: equal except for case, spaces, dashes and
   * underscores; a prefix of the word, or the reverse; or within an edit distance of a third of the word's length.
   * Undefined if no candidate is similar enough.
   */
  suggest(word: string, isEligible?: (candidate: string) => boolean): string | undefined {
    // Separators do not count for the length, but a longer word would consist mostly of them.
    if (word.length > 2 * MAX_WORD_LENGTH) return undefined
    const normalized = normalize(word)
    const { length } = normalized.text
    if (length === 0 || length > MAX_WORD_LENGTH) return undefined
    let best: string | undefined
    let limit = Math.floor(length / 3)
    for (const candidate of this.#candidates) {
      const distance = distanceBetween(normalized, candidate, limit)
      if (distance > limit || isEligible?.(candidate.word) === false) continue
      best = candidate.word
      if (distance === 0) break
      limit = distance - 1
    }
    return best
  }

  /**
   * Returns the candidate that the word certainly means: the only one that differs from it in case, spaces, dashes and
   * underscores at most; or one that differs by one edit, if the word is long and no other candidate is similar.
   */
  correction(word: string, isEligible?: (candidate: string) => boolean): string | undefined {
    if (word.length > 2 * MAX_WORD_LENGTH) return undefined
    const normalized = normalize(word)
    const { length } = normalized.text
    if (length === 0 || length > MAX_WORD_LENGTH) return undefined
    const candidates = this.#candidates.filter((candidate) => isEligible?.(candidate.word) ?? true)
    const equal = candidates.filter(({ text }) => text === normalized.text)
    if (equal.length > 0) return equal.length === 1 ? equal[0]?.word : undefined
    const similar = candidates.filter(({ text }) => editDistance(normalized.text, text, 2) <= 2)
    const [only] = similar
    const isTypo =
      only !== undefined &&
      similar.length === 1 &&
      length >= MIN_TYPO_LENGTH &&
      digitsOf(only.text) === digitsOf(normalized.text) &&
      editDistance(normalized.text, only.text, 1) <= 1
    return isTypo ? only.word : undefined
  }
}

/** Another number is another word, as in `v1` and `v2`. */
const digitsOf = (text: string): string => text.replaceAll(/\D/g, '')

/** One edit can turn a shorter word into another word. */
const MIN_TYPO_LENGTH = 5

/** Whether two words differ in case, spaces, dashes and underscores at most. */
export const isSameWord = (a: string, b: string): boolean => normalize(a).text === normalize(b).text

interface NormalizedWord {
  readonly word: string
  /** In lower case, without separators. */
  readonly text: string
  /** The set of the characters as a bit mask; some characters share a bit. */
  readonly characters: number
}

function normalize(word: string): NormalizedWord {
  const text = word.toLowerCase().replaceAll(/[\s_-]/g, '')
  let characters = 0
  for (let index = 0; index < text.length; index++) characters |= 1 << text.charCodeAt(index)
  return { word, text, characters }
}

/** Returns Infinity above `limit`. The lengths and character sets exclude most candidates without an edit distance. */
function distanceBetween(a: NormalizedWord, b: NormalizedWord, limit: number): number {
  const difference = a.text.length - b.text.length
  if (difference === 0 && a.text === b.text) return 0
  const onlyA = a.characters & ~b.characters
  const onlyB = b.characters & ~a.characters
  if (difference < 0 ? onlyA === 0 && startsWith(b, a) : onlyB === 0 && startsWith(a, b)) return 1
  // Each edit changes the length by at most one, and adds and removes at most one character.
  const isFar = Math.abs(difference) > limit || bitCount(onlyA) > limit || bitCount(onlyB) > limit
  return isFar ? Infinity : editDistance(a.text, b.text, limit)
}

const startsWith = (long: NormalizedWord, short: NormalizedWord): boolean =>
  short.text.length >= 3 && long.text.startsWith(short.text)

function bitCount(mask: number): number {
  let count = 0
  for (let rest = mask; rest !== 0; rest &= rest - 1) count++
  return count
}

/** The last three rows of the distance matrix, allocated once: the row before the last, the last, the current. */
let rows = [0, 0, 0].map(() => new Uint8Array(MAX_WORD_LENGTH + 1)) as [Uint8Array, Uint8Array, Uint8Array]

/**
 * Optimal string alignment distance: insertions, deletions, substitutions and transpositions of adjacent characters.
 * Returns Infinity above `limit`.
 */
function editDistance(a: string, b: string, limit: number): number {
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
      const isTransposition =
        row > 1 &&
        column > 1 &&
        a.charCodeAt(row - 1) === b.charCodeAt(column - 2) &&
        a.charCodeAt(row - 2) === b.charCodeAt(column - 1)
      if (isTransposition) cost = Math.min(cost, at(beforeLast, column - 2) + 1)
      current[column] = cost
      least = Math.min(least, cost)
    }
    if (least > limit) return Infinity
    ;[beforeLast, last, current] = [last, current, beforeLast]
  }
  rows = [beforeLast, last, current]
  return at(last, b.length)
}

const at = (costs: Uint8Array, column: number): number => costs[column] ?? 0
