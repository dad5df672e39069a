/**
 * A scripted agent that reads an answer and writes the artifact once more.
 *
 * What it uses:
 * - the answer: for each violation `path`, `keyword`, `expected`, `suggestion`, `template`, `fix`, `line` and `column`;
 * - the text that it wrote, and the value that it meant to write (`written`): both are in the context of an agent;
 * - JSON: it can correct a mistake in the text where the answer points to it;
 * - its own content: the value of the original at a path, and only in a shape that the answer describes. A
 *   `template` has the type of a value and the names of its members; `expected` is the type of a scalar or the list of
 *   allowed values.
 *
 * It never reads a contract, a schema, a `message` or an earlier answer.
 *
 * What it does with each violation: first those of present values, then those of names and locations, then those of
 * missing members.
 *
 * 1. `fix`: it applies the operations.
 * 2. `suggestion`: it replaces the value, or renames the member.
 * 3. A text that is too long is cut, a number is moved into its bounds.
 * 4. Content is supplied in the shape that the answer describes; the template's placeholder where it has none. A member
 *    that the answer does not describe becomes the text `to be written`.
 * 5. An unexpected member gets the known name that differs in case and separators only. If there is none, it is deleted.
 * 6. A mistake of the text is corrected, everywhere in the text, if a violation points to one of its ranges: to the last
 *    one before the line and column. If an answer rejects the text without a location, the agent writes all of it again
 *    without mistakes in the text.
 */
import type { TextualMistake } from '../corpus/textual/index.ts'
import { type Case, originalPointer } from '../corpus/case.ts'
import { type BrokenText, type TextRange, writeText } from '../corpus/write-text.ts'
import { offsetOf } from '../json/positions.ts'
import { valueAt } from '../json/pointer.ts'
import { type Answer, type AnswerViolation, isTextViolation } from './answer.ts'
import { type Content, fixValue } from './fix-value.ts'

/** What the agent writes after one answer. */
export interface Rewritten {
  readonly value: unknown
  readonly text: string
  /** Mistakes of the text that are still in it. */
  readonly textMistakes: Case['textMistakes']
}

/** Applies the answer once. */
export function rewrite(broken: Case, answer: Answer): Rewritten {
  const isRecovered = 'recovered' in answer
  const before = isRecovered ? answer.recovered : broken.written
  const value = fixValue(before, answer.violations, contentOf(broken))
  const corrected = isRecovered ? undefined : locatedTextMistakes(broken, answer.violations)
  const textMistakes = isRecovered
    ? []
    : broken.textMistakes.filter(({ mistake }) => !corrected?.has(mistake))
  return { value, textMistakes, text: writeText(value, broken.indent, textMistakes).text }
}

/** The content that the agent means by a member, also under a wrong name and at a wrong location. */
const contentOf =
  (broken: Case): Content =>
  (pointer) =>
    valueAt(broken.original, pointer) ?? valueAt(broken.original, originalPointer(broken, pointer))

/** The mistakes of the text that the violations point to. */
export function locatedTextMistakes(
  { written, indent, textMistakes }: Pick<Case, 'written' | 'indent' | 'textMistakes'>,
  violations: readonly AnswerViolation[],
): ReadonlySet<TextualMistake> {
  const broken = writeText(written, indent, textMistakes)
  const located = violations.filter(isTextViolation).flatMap((violation) => mistakesAt(violation, broken))
  return new Set(located)
}

/** The mistakes at the location of a violation: several if only white space is between them. */
function mistakesAt({ line, column }: AnswerViolation, { text, ranges }: BrokenText): TextualMistake[] {
  if (line === undefined || column === undefined) return [...ranges.keys()]
  // A byte-order mark does not count as a column.
  const offset = offsetOf(text, line, column) + (line === 1 && text.startsWith('\uFEFF') ? 1 : 0)
  const all = [...ranges].flatMap(([mistake, each]) => each.map((range) => ({ mistake, ...range })))
  const begun = all.filter(({ start }) => start <= offset)
  const seenAt = ({ end }: TextRange) => Math.min(end, offset)
  const nearest = Math.max(...begun.map(seenAt))
  const first = Math.min(nearest, text.slice(0, offset).trimEnd().length)
  const nearby = begun.filter((range) => seenAt(range) >= first)
  const next = Math.min(...all.map(({ start }) => start))
  return (nearby.length > 0 ? nearby : all.filter(({ start }) => start === next)).map(
    ({ mistake }) => mistake,
  )
}
