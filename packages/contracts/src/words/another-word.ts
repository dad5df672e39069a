import { type Part, partsOf, textOf, withoutMarks, withoutSeparators } from './parts.ts'
import { isTypingMistake, UNIT_OR_NUMERAL } from './typing-mistake.ts'

/**
 * Whether a word that is similar to a candidate means something else: its negation (`unconfirmed`), its inverse
 * (`supersededBy` and `supersedes`), another number, unit or version (`impactUsd` and `impactEur`), or another word
 * (`would` and `could`). Mistakes in typing, other separators, and most other forms of a word do not.
 */
export function isAnotherWord(word: string, candidate: string): boolean {
  const text = withoutSeparators(word)
  const other = withoutSeparators(candidate)
  if (text === other || asNon(word) === asNon(candidate)) return false
  if (REAL_WORD.test(text) || NEGATION.test(text)) return true
  const digits = digitsOf(text)
  if (digits !== digitsOf(other) && (digits !== '' || !other.startsWith(text))) return true
  const parts = partsOf(word)
  const otherParts = partsOf(candidate)
  if (text.startsWith(other)) return isChangedByEnd(otherParts, parts)
  if (other.startsWith(text)) return isChangedByEnd(parts, otherParts)
  return areInverse(text, other) || isNegatedVerb(text, other) || !isTypingMistake(parts, otherParts)
}

/**
 * Whether a word goes on after an allowed value, so that it can take it back: `ready for review`, `highly`, `triaged`. The
 * end of a plural and a letter that was typed twice say nothing else.
 */
export function saysMore(word: string, candidate: string): boolean {
  const text = withoutSeparators(withoutMarks(word))
  const other = withoutSeparators(candidate)
  return text.startsWith(other) && !['', 's', other.at(-1)].includes(text.slice(other.length))
}

/** Words that are no mistakes, although they differ from names and values of contracts in few letters. */
const REAL_WORD =
  /^(?:clos(?:er|est|et)|coast|cold|compete|complain.*|conformed|contention|contest|convection|core|defection|depreciated|drone|except|into|median|patent|props|provability|read|refused|reputed|stage|stats|storey)$/

/** `not compliant` is `non-compliant`. */
const asNon = (word: string): string => withoutSeparators(word.replace(/^\s*not(?=[\s_-])/i, 'non'))

/** Another number is another word, as in `v1` and `v2`. */
export const digitsOf = (text: string): string => (/\d/.test(text) ? text.replaceAll(/\D+/g, ' ').trim() : '')

const NEGATION = /^(?:not?|non|never|without|except|un|dis|cannot|n|nt)$/

/** Whether the end of the longer of two names negates or reverses the shorter one: `must not`, `blockedBy`. */
function isChangedByEnd(short: readonly Part[], long: readonly Part[]): boolean {
  const { length } = textOf(short)
  const rest = long.flatMap(({ text, start }) =>
    start + text.length > length ? [text.slice(Math.max(0, length - start))] : [],
  )
  if (rest.some((part) => NEGATION.test(part)) || long.some(({ text }) => NEGATED_VERB.test(text)))
    return true
  if (rest.length === 1 && rest[0] === 'of') return true
  const [last, longLast] = [short.at(-1)?.text ?? '', long[short.length - 1]?.text ?? '']
  if (last !== longLast && UNIT_OR_NUMERAL.test(last) && UNIT_OR_NUMERAL.test(longLast)) return true
  // `blocked` is a part of `blockedBy`; `block` and `blocks` are its inverse.
  const by = long.findIndex(({ text, start }) => text === 'by' && start >= length)
  return by > 0 && short.at(-1)?.text !== long[by - 1]?.text
}

const NEGATED_VERB =
  /^(?:is|are|was|were|do|does|did|has|have|had|ca|can|could|would|shoul?d|mus|must|might|need|wo)nt$/

const isNegatedVerb = (text: string, candidate: string): boolean =>
  NEGATED_VERB.test(text) && !NEGATED_VERB.test(candidate)

/** One of them acts, the other one is acted on: `blocks` and `blocked`, `payer` and `payee`. */
const areInverse = (a: string, b: string): boolean => isActiveOf(a, b) || isActiveOf(b, a)

function isActiveOf(active: string, passive: string): boolean {
  const actor = /^(.{2,}?)e?(?:s|ing|rs?|ors?)$/.exec(active)?.[1]
  const stem = /^(.{2,}?)(?:ed|ees?)$/.exec(passive)?.[1]
  return actor !== undefined && actor === stem
}
