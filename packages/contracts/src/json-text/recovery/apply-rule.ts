import { describeSyntaxError, EXPECTATIONS, type Expectation } from '../tokenizer.ts'
import { replacing, type TextEdit } from './edits.ts'
import type { Failure, Repair, Step } from './failure.ts'

/** How one mistake is corrected. */
export interface Correction {
  /** Mistakes of one kind are reported together. */
  readonly kind?: string
  /** What to do, for the message. */
  readonly hint?: string
  /** Default: replaces what the rule matches by `replacement`. */
  readonly edits?: readonly TextEdit[]
  /** Default: empty. */
  readonly replacement?: string
  /** The offset where tokenization continues. Default: after what the rule matches. */
  readonly at?: number
  /** Default: none, the tokenizer expects the same as before. */
  readonly steps?: readonly Step[] | undefined
  /** The start of the text that is read again; mistakes from there are dropped. */
  readonly start?: number | undefined
  /** Default: true. */
  readonly isLossless?: boolean
  /** Default: where the tokenizer failed, and what it expected there. */
  readonly offset?: number
  readonly expected?: Expectation
}

/** How one kind of mistake is recognized and corrected. */
export interface Rule extends Correction {
  readonly kind: string
  readonly where: readonly Expectation[]
  /** Matches the text where the tokenizer failed; sticky. */
  readonly received: RegExp
  /** Completes the correction; returns undefined if the rule does not apply. */
  readonly correct?: (failure: Failure, received: string) => Correction | undefined
  /** In place of a correction; returns undefined if the rule does not apply. */
  readonly repair?: (failure: Failure) => Repair | undefined
}

/** Returns undefined if the rule does not apply. */
export function applyRule(rule: Rule, failure: Failure): Repair | undefined {
  const { text, at } = failure
  rule.received.lastIndex = at
  const received = rule.received.exec(text)?.[0]
  if (received === undefined) return undefined
  if (rule.repair) return rule.repair(failure)
  const correction = rule.correct ? rule.correct(failure, received) : {}
  if (!correction) return undefined
  const end = at + received.length
  const { offset, error } = failure
  const all = {
    hint: '',
    replacement: '',
    isLossless: true,
    at: end,
    offset,
    expected: error,
    ...rule,
    ...correction,
  }
  return {
    mistakes: [
      {
        kind: all.kind,
        offset: all.offset,
        message: () => `${describeSyntaxError(text, all.offset, EXPECTATIONS[all.expected])}: ${all.hint}`,
        edits: all.edits ?? [replacing(at, end, all.replacement)],
        isLossless: all.isLossless,
      },
    ],
    at: all.at,
    steps: all.steps,
    start: all.start,
  }
}
