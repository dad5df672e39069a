import { type EndPaths, endPaths } from '../../validator/end-paths.ts'
import { findDuplicates } from '../duplicates.ts'
import { applyEdits, type EditedText } from '../edits.ts'
import { escapesIn } from './escaped-text.ts'
import { positionsIn } from '../positions.ts'
import { isConstrainedAfter } from '../../validator/constraint.ts'
import { Explainer } from './explain.ts'
import type { Explanation } from './explanation.ts'
import type { Mistake } from '../lexical/mistake.ts'
import type { Mentions } from '../lexical/statement.ts'
import { isProse } from './prose.ts'
import { type CollectRecords, correct, type Reading } from './reading.ts'
import { reportMistakes, type SyntaxViolation } from '../report-mistakes.ts'

/** What was read from a text that is not JSON. */
export interface Recovery {
  /** The syntax errors, at least one: each kind once, at its first offset. */
  readonly violations: readonly SyntaxViolation[]
  /** The text after all corrections, which is JSON; absent if an error could not be corrected. */
  readonly repaired?: EditedText
  /** Whether no correction loses data or guesses a meaning. */
  readonly isLossless: boolean
  /** Returns the text after the corrections that are certain. It is JSON if all are. */
  readonly losslessText: () => string
  /** Returns the text after the corrections that are certain only if further ones make it valid; undefined without them. */
  readonly textIfAccepted: () => string | undefined
  /** If the text is truncated: the values whose violations can be consequences. */
  readonly truncatedAt?: EndPaths
}

/** What is left out of a text if it is certain that it is no content. */
const DELETED = new Set(['comment', 'fence'])
/** A text that is truncated in more containers is not completed. */
const MAX_DEPTH = 1000

/**
 * Finds the syntax errors of a text and corrects them.
 * @param collect the violations of a value. Between several explanations of an error, they decide. Without them, and where
 * the schema accepts any value, no explanation is certain that moves, adds or deletes brackets or quotes.
 * @param mentions whether a comment or other text beside the value has a word of the contract, so that it is not deleted
 */
export function recover(
  text: string,
  collect: CollectRecords = () => [],
  mentions: Mentions = () => false,
): Recovery {
  const positionOf = positionsIn(text)
  const lineOf = (offset: number) => positionOf(offset).line
  const explain = (read: string) => new Explainer(read, collect, mentions).explain()
  const explanation = explain(text)
  const escapes = escapesIn(text, explanation)
  const source = applyEdits(text, escapes?.edits ?? [])
  if (!escapes) return toRecovery(source, explanation, { lineOf, collect })
  const recovery = toRecovery(source, explain(source.text), { lineOf, collect })
  return {
    ...recovery,
    violations: [...reportMistakes([escapes], { text, lineOf, choices: new Map() }), ...recovery.violations],
    losslessText: () => (recovery.isLossless ? recovery.losslessText() : text),
  }
}

interface Context {
  readonly lineOf: (offset: number) => number
  readonly collect: CollectRecords
}

function toRecovery(source: EditedText, explanation: Explanation, { lineOf, collect }: Context): Recovery {
  const { text, toOriginal } = source
  const { mistakes, choices, reading, truncation } = explanation
  const chosen = [...choices.keys()]
  const isUnique =
    [...choices.values()].every((choice) => choice.isUnique) &&
    !mistakes.some((each) => each.certainty === 'never' && (choices.has(each) || DELETED.has(each.kind))) &&
    areIndependent(chosen) &&
    // Between members that occur twice, brackets are missing too.
    !(mistakes.some(({ kind }) => kind === 'missing ,') && reading && hasDuplicates(reading))
  const isAlways = ({ certainty }: Mistake) => certainty === 'always'
  /** Whether the contract decides, because it restricts the values beside each choice. */
  const isDecided =
    isUnique &&
    reading !== undefined &&
    chosen.every(
      (mistake) =>
        isAlways(mistake) ||
        isProse(mistake) ||
        isConstrainedAfter(prefixOf(mistake, mistakes, text), reading.value, collect),
    )
  const isCertain = isUnique && (chosen.every(isAlways) || (isDecided && reading.isAccepted))
  const areNumbersFine =
    reading?.records.every(({ fact }) => typeof fact.location.value !== 'number') ?? false
  const isLossless = (mistake: Mistake): boolean =>
    choices.has(mistake) || isAlways(mistake) || (mistake.certainty === 'number' && areNumbersFine)
  const textIf = (condition: boolean) =>
    condition && reading ? correct(text, mistakes.filter(isLossless)).text : undefined
  const { closers = '', isValueCut = false } = truncation ?? {}
  const repaired = reading && {
    ...reading.edited,
    toOriginal: (offset: number) => toOriginal(reading.edited.toOriginal(offset)),
  }
  const truncatedAt = repaired && truncation && endPaths(repaired.text.slice(0, -closers.length), isValueCut)
  const violations = reportMistakes(mistakes, {
    text,
    lineOf: (offset) => lineOf(toOriginal(offset)),
    choices,
  })
  return {
    violations: violations.map(({ message, offset }) => ({ message, offset: toOriginal(offset) })),
    isLossless: reading !== undefined && isCertain && mistakes.every(isLossless),
    losslessText: () => textIf(isCertain) ?? text,
    textIfAccepted: () => textIf(isDecided && !isCertain),
    ...(repaired && closers.length <= MAX_DEPTH && { repaired }),
    ...(truncatedAt && { truncatedAt }),
  }
}

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
