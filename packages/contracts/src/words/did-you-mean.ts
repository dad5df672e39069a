import { digitsOf, isAnotherWord } from './another-word.ts'
import { editDistance } from './letter-edits.ts'
import { signsOf, withoutMarks, withoutSeparators } from './parts.ts'
import { isCertainMistake } from './typing-mistake.ts'

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
   * underscores, apostrophes and what {@link withoutMarks} removes; a prefix of the word, or the reverse; or within an edit
   * distance of a third of the word's length. Undefined if no candidate is similar enough, or if those that are mean something else.
   */
  suggest(word: string, isEligible: IsEligible = () => true): Suggestion | undefined {
    // Separators do not count for the length, but a longer word would consist mostly of them.
    if (word.length > 2 * MAX_WORD_LENGTH) return undefined
    const normalized = normalize(withoutMarks(word))
    const { length } = normalized.text
    if (length === 0 || length > MAX_WORD_LENGTH) return undefined
    let best: NormalizedWord | undefined
    let least = Infinity
    let limit = Math.floor(length / 3)
    for (const candidate of this.#candidates) {
      // A sign is no typing mistake, and another number is another word.
      if (hasOtherSigns(normalized, candidate)) continue
      if (normalized.digits !== '' && normalized.digits !== candidate.digits) continue
      if (isFar(normalized, candidate, limit) || !isEligible(candidate.word)) continue
      const distance = distanceBetween(normalized, candidate, limit)
      if (distance >= least || (distance > 0 && isAnotherWord(normalized.word, candidate.word))) continue
      best = candidate
      if (distance === 0) break
      least = distance
      limit = Math.ceil(distance) - 1
    }
    if (!best || this.#isSeveral(normalized, best, isEligible)) return undefined
    return { word: best.word, isCertain: this.#isCertain(normalized, best, isEligible) }
  }

  /**
   * Whether a text contains another candidate after the one it starts with: `high/medium`. Or whether it lacks the number
   * that distinguishes candidates: `finding` of `finding.v1` and `finding.v2`.
   */
  #isSeveral({ text, digits }: NormalizedWord, best: NormalizedWord, isEligible: IsEligible): boolean {
    const rest = text.startsWith(best.text) ? text.slice(best.text.length) : ''
    if (rest === '' && digits === best.digits) return false
    return this.#candidates.some(
      (other) =>
        other.text !== best.text &&
        ((other.text.length > 2 && rest.includes(other.text)) ||
          (digits !== best.digits && withoutDigits(other.text) === withoutDigits(best.text))) &&
        isEligible(other.word),
    )
  }

  /**
   * Whether the word certainly means the candidate: no other one is equal except for case and separators; or the word is
   * long, one edit turns it into the candidate, and no other one is similar.
   */
  #isCertain(word: NormalizedWord, best: NormalizedWord, isEligible: IsEligible): boolean {
    const isEqual = word.text === best.text
    if (!isEqual && !isTypo(word, best)) return false
    return this.#candidates.every(
      (other) =>
        other === best ||
        (isEqual ? other.text !== best.text : distanceBetween(word, other, 2) > 2) ||
        !isEligible(other.word),
    )
  }
}

/** A candidate that is similar to a word. */
export interface Suggestion {
  readonly word: string
  /** Whether it can be used in place of the word without a question. */
  readonly isCertain: boolean
}

const isTypo = (word: NormalizedWord, candidate: NormalizedWord): boolean =>
  Math.max(word.text.length, candidate.text.length) >= MIN_TYPO_LENGTH &&
  word.digits === candidate.digits &&
  isCertainMistake(word.text, candidate.text)

/** One edit can turn a shorter word into another word. */
const MIN_TYPO_LENGTH = 5

/** Whether two words differ in case, apostrophes and the characters between their parts at most: `adr_v1` and `adr.v1`. */
export const isSameWord = (a: string, b: string): boolean =>
  (withoutSeparators(a) === withoutSeparators(b) || withDashes(a) === withDashes(b)) &&
  signsOf(a).includes('-') === signsOf(b).includes('-')

/** A word in lower case and without separators: the same for two words that differ in these only. */
export const spellingOf = withoutSeparators

const withDashes = (word: string): string =>
  word
    .trim()
    .toLowerCase()
    .replaceAll(/[\s_.-]+/g, '-')

interface NormalizedWord {
  readonly word: string
  readonly signs: string
  /** In lower case, without separators. */
  readonly text: string
  readonly digits: string
}

function normalize(word: string): NormalizedWord {
  const text = withoutSeparators(word)
  return { word, text, signs: signsOf(word), digits: digitsOf(text) }
}

const hasOtherSigns = (word: NormalizedWord, candidate: NormalizedWord): boolean =>
  Array.from(word.signs).some((sign) => !candidate.signs.includes(sign)) ||
  Array.from(candidate.signs).some((sign) => '+-'.includes(sign) && !word.signs.includes(sign))

const withoutDigits = (text: string): string => text.replaceAll(/\d+/g, '')

/** Whether a candidate can be suggested. */
type IsEligible = (candidate: string) => boolean

/** Returns Infinity above `limit`. The distance of a prefix is between 1 and 2, whatever the limit is. */
function distanceBetween(word: NormalizedWord, candidate: NormalizedWord, limit: number): number {
  if (word.text === candidate.text) return 0
  if (isPrefix(word.text, candidate.text))
    return 1 + (Math.abs(word.text.length - candidate.text.length) - 1) / MAX_WORD_LENGTH
  return isFar(word, candidate, limit) ? Infinity : editDistance(word.text, candidate.text, limit)
}

/** Whether the lengths of two words show that the distance is above `limit`. */
const isFar = ({ text: a }: NormalizedWord, { text: b }: NormalizedWord, limit: number): boolean =>
  Math.abs(a.length - b.length) > limit && !isPrefix(a, b)

/** Whether one of two words starts with the other, which has at least three letters. */
const isPrefix = (a: string, b: string): boolean =>
  a.length < b.length ? a.length >= 3 && b.startsWith(a) : b.length >= 3 && a.startsWith(b)
