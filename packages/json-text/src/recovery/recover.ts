import type { Certainty, Mistake } from '../lexical/mistake.ts'
import { isProse } from '../changes/prose.ts'
import { tryParse } from '../values/json.ts'
import type { SyntaxViolation } from '../text/decode.ts'
import { findDuplicates } from '../text/duplicates.ts'
import { applyEdits, type EditedText } from '../text/edits.ts'
import { positionsIn } from '../text/positions.ts'
import { isConstrainedAfter } from './constraint.ts'
import { EndPaths } from './end-paths.ts'
import { escapesIn } from './escaped-text.ts'
import { Explainer } from './explain.ts'
import type { Explanation } from './explanation.ts'
import { correct, type Reading } from './reading.ts'
import { reportMistakes } from './report-mistakes.ts'
import type { RecoveryOptions, Validate } from './recovery-options.ts'

/*
 * `{"a": [1, 2, "b": 3}` where the contract has a list `a` and a number `b`.
 * The mistakes are explained by one change that the contract accepts: `]` is missing before `, "b"`.
 * The text becomes `{"a": [1, 2], "b": 3}`, without loss. Without a contract, this is only a guess: the text stays.
 */

/** What was read from a text that is not JSON. */
export interface Recovery {
  /** The syntax errors, at least one: each kind once, at its first offset. */
  readonly violations: readonly SyntaxViolation[]
  /** The text after all corrections, which is JSON; absent if an error could not be corrected. */
  readonly repaired?: EditedText
  /** When the corrections are certain: `accepted`, only if further ones make the text valid. */
  readonly certainty: Exclude<Certainty, 'number'>
  /** Returns the text after the corrections that lose no data and guess no meaning. It is JSON if all are of this kind. */
  readonly corrected: () => string
  /** If the text is truncated: the values whose violations can be consequences. */
  readonly truncatedAt?: EndPaths
}

/** A text that is truncated in more containers is not completed. */
const MAX_DEPTH = 1000

/** Finds the syntax errors of a text and corrects them. */
export function recover(text: string, options: RecoveryOptions = { validate: () => [] }): Recovery {
  const positionOf = positionsIn(text)
  const context = { lineOf: (offset: number) => positionOf(offset).line, validate: options.validate }
  const explain = (read: string) => new Explainer(read, options).explain()
  const explanation = explain(text)
  const escapes = escapesIn(text, explanation)
  const source = applyEdits(text, escapes?.edits ?? [])
  if (!escapes) return toRecovery(source, explanation, context)
  const recovery = toRecovery(source, explain(source.text), context)
  const { certainty, corrected } = recovery
  const isPart = certainty === 'always' && tryParse(corrected()) === undefined
  const { lineOf } = context
  return {
    ...recovery,
    violations: [...reportMistakes([escapes], { text, lineOf, choices: new Map() }), ...recovery.violations],
    certainty: isPart ? 'never' : certainty,
  }
}

interface RecoveryContext {
  readonly lineOf: (offset: number) => number
  readonly validate: Validate
}

function toRecovery(source: EditedText, explanation: Explanation, context: RecoveryContext): Recovery {
  const { text, toOriginal } = source
  const { mistakes, choices, reading, truncation } = explanation
  const lineOf = (offset: number) => context.lineOf(toOriginal(offset))
  const violations = reportMistakes(mistakes, { text, lineOf, choices })
  const { closers = '', isValueCut = false } = truncation ?? {}
  const repaired = reading && inOriginal(reading.edited, source)
  const truncatedAt =
    repaired && truncation && new EndPaths(repaired.text.slice(0, -closers.length), { isValueCut })
  return {
    violations: violations.map(({ message, offset }) => ({ message, offset: toOriginal(offset) })),
    certainty: certaintyOf(explanation, text, context.validate),
    corrected: () => correct(text, losslessMistakes(explanation)).text,
    ...(repaired && closers.length <= MAX_DEPTH && { repaired }),
    ...(truncatedAt && { truncatedAt }),
  }
}

const inOriginal = ({ text, toOriginal }: EditedText, source: EditedText): EditedText => ({
  text,
  toOriginal: (offset) => source.toOriginal(toOriginal(offset)),
})

/**
 * When the explanation of a text is certain: `always`, or if further corrections make its value one that the contract
 * accepts. Between brackets and quotes, the contract decides, if it restricts the values beside each of them.
 */
function certaintyOf(explanation: Explanation, text: string, validate: Validate): Recovery['certainty'] {
  const { mistakes, choices, reading } = explanation
  if (!reading || !isOnlyExplanation(explanation)) return 'never'
  const guesses = [...choices.keys()].filter((mistake) => !isAlways(mistake))
  if (guesses.length === 0) return 'always'
  const isDecided = (mistake: Mistake) =>
    isProse(mistake) || isConstrainedAfter(prefixOf(mistake, mistakes, text), reading.value, validate)
  if (!guesses.every(isDecided)) return 'never'
  return reading.isAccepted ? 'always' : 'accepted'
}

const isAlways = ({ certainty }: Mistake): boolean => certainty === 'always'

/** Whether no mistake can be explained in another way. */
function isOnlyExplanation({ mistakes, choices, reading }: Explanation): boolean {
  const isGuess = (mistake: Mistake) =>
    mistake.certainty === 'never' && (choices.has(mistake) || HOLDS_CONTENT.test(mistake.kind))
  // Between members that occur twice, brackets are missing too.
  const isBetweenDuplicates = () =>
    mistakes.some(({ kind }) => kind === 'missing ,') && reading !== undefined && hasDuplicates(reading)
  return (
    [...choices.values()].every((choice) => choice.isUnique) &&
    !mistakes.some(isGuess) &&
    areIndependent([...choices.keys()]) &&
    !isBetweenDuplicates()
  )
}

/** What can hold content if it is uncertain: what is left out of a text, and a string whose end may be elsewhere. */
const HOLDS_CONTENT = /^(?:comment|fence|ellipsis)$|^quotes /

const hasDuplicates = ({ edited }: Reading): boolean => findDuplicates(edited.text, 1).found.length > 0

/** Whether no mistake is assumed only because of another one: quotes around a value, a quote and brackets at the end, or text around the artifact. */
function areIndependent(mistakes: readonly Mistake[]): boolean {
  const guesses = mistakes.filter(({ certainty }) => certainty !== 'always')
  const kinds = new Set(guesses.map(({ kind }) => kind))
  // Where a text was cut in a string, its quote and brackets are missing.
  const isCut = kinds.has('closing quote') && guesses.some(({ kind }) => /[}\]]/.test(kind))
  const isUnquoted = guesses.filter(({ kind }) => kind === 'extra quote').length > 1
  return !isCut && !isUnquoted && (!guesses.some(isProse) || guesses.every(isProse))
}

/** The mistakes whose edits lose nothing, once the explanation is certain. */
function losslessMistakes({ mistakes, choices, reading }: Explanation): readonly Mistake[] {
  const areNumbersFine = reading?.errors.every(({ value }) => typeof value !== 'number') ?? false
  return mistakes.filter(
    (mistake) =>
      choices.has(mistake) || isAlways(mistake) || (mistake.certainty === 'number' && areNumbersFine),
  )
}

/**
 * The corrected text up to a correction. After a closing bracket, the container around it counts; before an opening one
 * as well, unless it is the first one.
 */
function prefixOf(mistake: Mistake, mistakes: readonly Mistake[], text: string): string {
  const end = mistake.edits.at(-1)?.end ?? mistake.offset
  const isInner = /^missing [{[]$/.test(mistake.kind) && text.slice(0, end).trim() !== ''
  const applied = isInner ? mistakes.filter((other) => other !== mistake) : mistakes
  return correct(text.slice(0, end), applied).text
}
