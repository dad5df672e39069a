import { digitsOf, isAnotherWord } from './suggestions/another-word.ts'
import { withoutSeparators } from './suggestions/parts.ts'
import { isCertainMistake } from './suggestions/typing-mistake.ts'

/** Longer words get no suggestion: the edit distance takes quadratic time. */
const MAX_WORD_LENGTH = 64

/** As {@link Suggester.suggest}, for candidates that are used once. */
export const suggest = (word: string, candidates: Iterable<string>): string | undefined =>
  new Suggester(candidates).suggest(word)?.word

/** Suggests corrections of misspelt words. */
export class Suggester {
  readonly #candidates: readonly NormalizedWord[]

  constructor(candidates: Iterable<string>) {
    this.#candidates = Array.from(candidates, normalize).filter(({ text }) => text.length <= MAX_WORD_LENGTH)
  }

  /**
   * Returns the most similar of the candidates that `isEligible` accepts: equal except for case, spaces, dashes,
   * underscores and apostrophes; a prefix of the word, or the reverse; or within an edit distance of a third of the word's
   * length. Undefined if no candidate is similar enough, or if those that are mean something else.
   */
  suggest(word: string, isEligible?: IsEligible): Suggestion | undefined {
    // Separators do not count for the length, but a longer word would consist mostly of them.
    if (word.length > 2 * MAX_WORD_LENGTH) return undefined
    const normalized = normalize(word)
    const { length } = normalized.text
    if (length === 0 || length > MAX_WORD_LENGTH) return undefined
    let best: NormalizedWord | undefined
    let least = Infinity
    let limit = Math.floor(length / 3)
    for (const candidate of this.#candidates) {
      const distance = distanceBetween(normalized, candidate, limit, isEligible)
      if (distance >= least || isAnotherWord(word, candidate.word)) continue
      best = candidate
      if (distance === 0) break
      least = distance
      limit = Math.ceil(distance) - 1
    }
    if (!best || this.#isSeveral(normalized.text, best.text, isEligible)) return undefined
    return { word: best.word, isCertain: this.#isCertain(normalized, best, isEligible) }
  }

  /**
   * Whether a text contains another candidate after the one it starts with: `high/medium`. Or whether it lacks the number
   * that distinguishes candidates: `finding` of `finding.v1` and `finding.v2`.
   */
  #isSeveral(text: string, best: string, isEligible?: IsEligible): boolean {
    const rest = text.startsWith(best) ? text.slice(best.length) : ''
    const unnumbered = digitsOf(text) === digitsOf(best) ? undefined : best.replaceAll(DIGITS, '')
    return this.#candidates.some(
      ({ text: other, word }) =>
        other !== best &&
        ((other.length > 2 && rest.includes(other)) || other.replaceAll(DIGITS, '') === unnumbered) &&
        isEligible?.(word) !== false,
    )
  }

  /**
   * Whether the word certainly means the candidate: no other one is equal except for case and separators; or the word is
   * long, one edit turns it into the candidate, and no other one is similar.
   */
  #isCertain(word: NormalizedWord, best: NormalizedWord, isEligible?: IsEligible): boolean {
    const isEqual = word.text === best.text
    if (!isEqual && !isTypo(word.text, best.text)) return false
    return this.#candidates.every(
      (other) =>
        other === best ||
        (isEqual
          ? other.text !== best.text || isEligible?.(other.word) === false
          : distanceBetween(word, other, 2, isEligible) > 2),
    )
  }
}

/** A candidate that is similar to a word. */
export interface Suggestion {
  readonly word: string
  /** Whether it can be used in place of the word without a question. */
  readonly isCertain: boolean
}

const isTypo = (text: string, candidate: string): boolean =>
  Math.max(text.length, candidate.length) >= MIN_TYPO_LENGTH &&
  digitsOf(text) === digitsOf(candidate) &&
  isCertainMistake(text, candidate)

const DIGITS = /\d+/g

/** One edit can turn a shorter word into another word. */
const MIN_TYPO_LENGTH = 5

/** Whether two words differ in case, apostrophes and the characters between their parts at most: `adr_v1` and `adr.v1`. */
export const isSameWord = (a: string, b: string): boolean =>
  normalize(a).text === normalize(b).text || withDashes(a) === withDashes(b)

/** A word in lower case and without separators: the same for two words that differ in these only. */
export const spellingOf = (word: string): string => normalize(word).text

const withDashes = (word: string): string =>
  word
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_.-]+/g, '-')

interface NormalizedWord {
  readonly word: string
  /** In lower case, without separators. */
  readonly text: string
  /** The set of the characters as a bit mask; some characters share a bit. */
  readonly characters: number
}

function normalize(word: string): NormalizedWord {
  const text = withoutSeparators(word)
  let characters = 0
  for (let index = 0; index < text.length; index++) characters |= 1 << text.charCodeAt(index)
  return { word, text, characters }
}

/** Whether a candidate can be suggested. */
type IsEligible = (candidate: string) => boolean

/**
 * Returns Infinity above `limit`, and for a candidate that is not eligible. The distance of a prefix is between 1 and 2,
 * whatever the limit is. The lengths and character sets exclude most candidates without an edit distance.
 */
function distanceBetween(
  word: NormalizedWord,
  candidate: NormalizedWord,
  limit: number,
  isEligible: IsEligible = () => true,
): number {
  const difference = word.text.length - candidate.text.length
  const isEqual = difference === 0 && word.text === candidate.text
  const onlyInWord = word.characters & ~candidate.characters
  const onlyInCandidate = candidate.characters & ~word.characters
  const isPrefix =
    difference < 0
      ? onlyInWord === 0 && startsWith(candidate, word)
      : onlyInCandidate === 0 && startsWith(word, candidate)
  // Each edit changes the length by at most one, and adds and removes at most one character.
  const isFar =
    Math.abs(difference) > limit || bitCount(onlyInWord) > limit || bitCount(onlyInCandidate) > limit
  if ((isFar && !isPrefix) || !isEligible(candidate.word)) return Infinity
  if (isEqual) return 0
  return isPrefix
    ? 1 + (Math.abs(difference) - 1) / MAX_WORD_LENGTH
    : editDistance(word.text, candidate.text, limit)
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
      // Before the start, the codes are NaN, which equals nothing.
      const isTransposition =
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
  const distance = at(last, b.length)
  return distance > limit ? Infinity : distance
}

const at = (costs: Uint8Array, column: number): number => costs[column] ?? 0
