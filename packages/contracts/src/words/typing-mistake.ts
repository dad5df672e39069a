import { type Edit, editsBetween } from './letter-edits.ts'
import { areAdjacentKeys } from './keyboard.ts'
import { type Part, textOf } from './parts.ts'

/** Whether mistakes in typing or in spelling explain the difference between a word and a candidate. */
export function isTypingMistake(parts: readonly Part[], candidateParts: readonly Part[]): boolean {
  const word = textOf(parts)
  const candidate = textOf(candidateParts)
  const edits = editsBetween(word, candidate)
  const inWord = edits.filter(({ kind }) => kind !== 'missing').map(({ at }) => at)
  const inCandidate = edits.filter(({ kind }) => kind !== 'added').map(({ candidateAt }) => candidateAt)
  return (
    hasSameStart(word, candidate, edits) &&
    areLikely(edits, parts, candidateParts) &&
    parts.every((part) => isSamePart(part, inWord)) &&
    candidateParts.every((part) => part.text === 'in' || isSamePart(part, inCandidate))
  )
}

/** A letter before a word can be a prefix that negates it, or what is left of one: `typical`, `atypical`. */
function hasSameStart(word: string, candidate: string, [first]: readonly Edit[]): boolean {
  if (first?.at !== 0 || first.candidateAt !== 0) return true
  if (first.kind === 'missing') return !/^a(.)(?!\1)/.test(candidate)
  if (first.kind !== 'added') return true
  const [added = '', next = ''] = word
  return !/\p{L}/u.test(added) || added === next || (!/[aiun]/.test(added) && areAdjacentKeys(added, next))
}

/** The start of a word distinguishes it from its opposite: `internal`, `external`. One mistake can be there. */
const START_LENGTH = 3

/** @param changed the indexes of the edits in the whole text */
function isSamePart({ text, start }: Part, changed: readonly number[]): boolean {
  const own = changed.map((at) => at - start).filter((at) => at >= 0 && at < text.length)
  const limit = Math.max(1, Math.floor(text.length / 3))
  return (
    own.length === 0 ||
    (own.length <= limit && own.filter((at) => at < START_LENGTH).length < 2 && !UNIT_OR_NUMERAL.test(text))
  )
}

/** One letter makes another one of them. Longer units differ in more letters. */
export const UNIT_OR_NUMERAL = /^(?:[munck]?[smhdwgb]|[kmgtp]i?b|mw|kwh?|[ivx]{1,4})$/

/** Of long words, one letter can be replaced by any other. Of short ones, that is mostly another word. */
function areLikely(edits: readonly Edit[], parts: readonly Part[], candidateParts: readonly Part[]): boolean {
  let unlikely = 0
  for (const { kind, at, candidateAt } of edits) {
    if (kind !== 'replaced') continue
    const part = partAt(parts, at)
    const candidatePart = partAt(candidateParts, candidateAt)
    const length = Math.min(part.text.length, candidatePart.text.length)
    const letters = [
      part.text.charAt(at - part.start),
      candidatePart.text.charAt(candidateAt - candidatePart.start),
    ] as const
    const isFirst = at === part.start || candidateAt === candidatePart.start
    if (!isPossible(letters, isFirst ? 'first' : 'later', length)) return false
    if (!areAdjacentKeys(...letters)) unlikely++
  }
  return unlikely <= 1
}

function isPossible([a, b]: readonly [string, string], at: 'first' | 'later', length: number): boolean {
  // Another spelling of a letter: `ü` and `u`.
  if (/[^a-z]/.test(a + b)) return length > 2
  const areBeside = areAdjacentKeys(a, b)
  const areVowels = isVowel(a) && isVowel(b)
  if (at === 'first') return areBeside && length > MEDIUM_LENGTH
  if (length > MEDIUM_LENGTH) return true
  if (length > SHORT_LENGTH) return areBeside || areVowels
  return areBeside && !areVowels && length > 2
}

const SHORT_LENGTH = 4
const MEDIUM_LENGTH = 6

const isVowel = (letter: string): boolean => /[aeiouy]/.test(letter)

const partAt = (parts: readonly Part[], index: number): Part =>
  parts.findLast(({ start }) => start <= index) ?? { text: '', start: 0 }

/**
 * Whether one edit is so probable that the word certainly means the candidate. A letter more or less at the end makes another
 * form of a word (`refute`, `triaged`); another vowel, or a letter that the fingers did not touch, another word (`conformed`).
 */
export function isCertainMistake(word: string, candidate: string): boolean {
  const [edit, ...others] = editsBetween(word, candidate)
  if (!edit || others.length > 0) return false
  const { kind, at, candidateAt } = edit
  if (kind === 'exchanged') return true
  const letter = word.charAt(at)
  const meant = candidate.charAt(candidateAt)
  const beside = [word.charAt(at - 1), word.charAt(at + 1)]
  if (kind === 'added' && beside.includes(letter)) return true
  if (at === 0) return false
  const isAtEnd = at + 1 >= word.length && candidateAt + 1 >= candidate.length
  if (kind === 'missing') return !isAtEnd || !/[drs]/.test(meant)
  if (isAtEnd) return false
  if (kind === 'added') return beside.some((other) => areAdjacentKeys(letter, other))
  return areAdjacentKeys(letter, meant) && !(isVowel(letter) && isVowel(meant))
}
