import { findFirstError } from '../first-error.ts'
import { positionsIn } from '../positions.ts'
import {
  type Container,
  describeSyntaxError,
  EXPECTATIONS,
  JsonSyntaxError,
  type TokenHandler,
  Tokenizer,
} from '../tokenizer.ts'
import { applyEdits, type EditedText, sortEdits, type TextEdit } from './edits.ts'
import { type EndPaths, endPaths } from './end-paths.ts'
import type { Failure, Repair, Span, Step, Truncation } from './failure.ts'
import type { Mistake } from './mistake.ts'
import { hasNonFinite, restoreNonFinite } from './non-finite.ts'
import { reportMistakes, type SyntaxViolation } from './report-mistakes.ts'
import { applyRule } from './apply-rule.ts'
import { rules } from './rules.ts'

/** What was read from a text that is not JSON. */
export interface Recovery {
  /** The syntax errors, at least one: each kind once, at its first offset. */
  readonly violations: readonly SyntaxViolation[]
  /** The text after all corrections, which is JSON; absent if an error could not be corrected. */
  readonly repaired?: EditedText
  /** Whether no correction loses data or guesses a meaning. */
  readonly isLossless: boolean
  /** Returns the text after the corrections that are lossless. It is JSON if all are. */
  readonly losslessText: () => string
  /** If the text is truncated: the values whose violations can be consequences. */
  readonly truncatedAt?: EndPaths
}

/** Limits the time for one text to about that of tokenizing so many characters. */
const MAX_CHARACTERS = 50_000_000
/** The cost of one correction, in characters. */
const FAILURE_COST = 500
const MAX_MISTAKES = 100_000
/** Text that is truncated in more containers is not completed. */
const MAX_DEPTH = 1000

/** Finds the syntax errors of a text and corrects them, in a time proportional to its length. */
export function recover(text: string): Recovery {
  const positionOf = positionsIn(text)
  try {
    return new Reader(text, (offset) => positionOf(offset).line, true).read()
  } catch (error) {
    // V8 limits the stack of a regular expression, which megabytes of the same character can exceed.
    if (error instanceof RangeError) return findFirstError(text)
    throw error
  }
}

/** Tokenizes a text. Where this fails, it applies a rule and continues. */
class Reader implements TokenHandler {
  readonly #text: string
  readonly #tokenizer: Tokenizer
  readonly #lineOf: Failure['lineOf']
  readonly #canReread: boolean
  readonly #mistakes: Mistake[] = []
  readonly #budget = { characters: MAX_CHARACTERS }
  #truncation: Truncation | undefined
  #scalar: Span | undefined
  #name: Span | undefined
  #closed: Failure['closed']
  #openedEnd = 0
  #previousEnd = 0
  #editedEnd = 0

  constructor(text: string, lineOf: Failure['lineOf'], canReread: boolean) {
    this.#text = text
    this.#tokenizer = new Tokenizer(text, this)
    this.#lineOf = lineOf
    this.#canReread = canReread
  }

  open(_kind: Container, offset: number): void {
    this.#scalar = undefined
    this.#openedEnd = this.#previousEnd = offset + 1
  }

  close(): void {
    const offset = this.#tokenizer.at - 1
    const kind = this.#text.charAt(offset) === '}' ? 'object' : 'array'
    this.#scalar = undefined
    this.#closed = { kind, isEmpty: this.#previousEnd === this.#openedEnd, offset }
    this.#previousEnd = offset + 1
  }

  name(_name: string, start: number): void {
    this.#name = { start, end: this.#tokenizer.at }
    this.#previousEnd = this.#tokenizer.at
  }

  scalar(start: number): void {
    this.#scalar = { start, end: this.#tokenizer.at }
    this.#previousEnd = this.#tokenizer.at
  }

  read(): Recovery {
    for (;;) {
      const start = this.#tokenizer.at
      const error = this.#tokenize()
      if (!error) return this.#result(true)
      this.#budget.characters -= Math.max(0, error.offset - start) + FAILURE_COST
      const failure = this.#failure(error)
      const repair = this.#isExhausted() ? undefined : firstRepair(failure)
      if (!repair || this.#isExhausted()) {
        this.#mistakes.push(lastMistake(failure))
        return this.#result(false)
      }
      if (repair.reread) return this.#reread(repair.mistakes, repair.reread)
      this.#accept(repair, failure.at)
    }
  }

  /** Tokenizes up to the next syntax error. */
  #tokenize(): JsonSyntaxError | undefined {
    try {
      this.#tokenizer.run()
      return undefined
    } catch (error) {
      if (error instanceof JsonSyntaxError) return error
      throw error
    }
  }

  #isExhausted(): boolean {
    return this.#budget.characters < 0 || this.#mistakes.length > MAX_MISTAKES
  }

  #failure({ offset, expected: error }: JsonSyntaxError): Failure {
    const { at, expected, open, comma } = this.#tokenizer
    return {
      text: this.#text,
      offset,
      error,
      at,
      expected,
      open,
      comma,
      scalar: this.#scalar,
      name: this.#name,
      closed: this.#closed,
      editedEnd: this.#editedEnd,
      previousEnd: this.#previousEnd,
      lineOf: this.#lineOf,
      canReread: this.#canReread,
      budget: this.#budget,
    }
  }

  #accept({ mistakes, at, steps = [], start, truncation }: Repair, failedAt: number): void {
    if (start !== undefined) {
      while (this.#mistakes.at(-1)?.edits.every((edit) => isWithin(edit, start))) this.#mistakes.pop()
      this.#editedEnd = Math.min(this.#editedEnd, start)
    }
    for (const mistake of mistakes) {
      this.#mistakes.push(mistake)
      for (const { end } of mistake.edits) this.#editedEnd = Math.max(this.#editedEnd, end)
    }
    if (truncation) this.#truncation = truncation
    this.#tokenizer.at = at
    for (const step of steps) this.#take(step, { start: start ?? failedAt, end: at })
  }

  #take(step: Step, token: Span): void {
    const tokenizer = this.#tokenizer
    switch (step) {
      case 'value':
        this.#scalar = token
        this.#previousEnd = token.end
        return tokenizer.afterValue()
      case 'name':
        this.#name = token
        this.#previousEnd = token.end
        tokenizer.expected = 'colon'
        return
      case 'colon':
        tokenizer.expected = 'memberValue'
        return
      case 'comma':
        tokenizer.comma = token.start
        tokenizer.expected = tokenizer.open.at(-1) === 'object' ? 'name' : 'item'
        return
      case 'close':
        tokenizer.open.pop()
        this.#scalar = undefined
        this.#closed = undefined
        this.#previousEnd = token.end
        return tokenizer.afterValue()
      case 'openObject':
        tokenizer.open.push('object')
        tokenizer.expected = 'firstName'
        return
      case 'reopen':
        tokenizer.open.push('object')
        return tokenizer.afterValue()
      case 'restart':
        tokenizer.expected = 'value'
        return
      case 'finish':
        tokenizer.open.length = 0
        tokenizer.expected = 'end'
        return
      case 'noComma':
        return tokenizer.afterValue()
    }
  }

  #result(isCorrected: boolean): Recovery {
    const mistakes = this.#mistakes
    const editsOf = (corrected: readonly Mistake[]) => sortEdits(corrected.flatMap(({ edits }) => edits))
    const recovery = {
      violations: reportMistakes(mistakes, this.#lineOf),
      isLossless: mistakes.every(({ isLossless }) => isLossless),
      losslessText: () =>
        applyEdits(this.#text, editsOf(mistakes.filter(({ isLossless }) => isLossless))).text,
    }
    const { closers = '', isValueCut = false } = this.#truncation ?? {}
    if (!isCorrected || closers.length > MAX_DEPTH) return recovery
    const edits = editsOf(mistakes)
    const repaired = {
      ...applyEdits(this.#text, edits),
      ...(edits.some(({ replacement }) => hasNonFinite(replacement)) && { restore: restoreNonFinite }),
    }
    if (!this.#truncation) return { ...recovery, repaired }
    const complete = repaired.text.slice(0, repaired.text.length - closers.length)
    return { ...recovery, repaired, truncatedAt: endPaths(complete, isValueCut) }
  }

  /** Reads the text again after a correction of the whole text. */
  #reread(mistakes: readonly Mistake[], edits: readonly TextEdit[]): Recovery {
    const { text, toOriginal } = applyEdits(this.#text, edits)
    const inner = new Reader(text, (offset) => this.#lineOf(toOriginal(offset)), false).read()
    const { repaired } = inner
    const isLossless = mistakes.every((mistake) => mistake.isLossless)
    const violations = inner.violations.map(({ message, offset }) => ({
      message,
      offset: toOriginal(offset),
    }))
    return {
      ...inner,
      violations: [...reportMistakes(mistakes, this.#lineOf), ...violations],
      ...(repaired && {
        repaired: { ...repaired, toOriginal: (offset) => toOriginal(repaired.toOriginal(offset)) },
      }),
      isLossless: isLossless && inner.isLossless,
      losslessText: isLossless ? inner.losslessText : () => this.#text,
    }
  }
}

function firstRepair(failure: Failure): Repair | undefined {
  for (const rule of rules()) {
    const repair = rule.where.includes(failure.error) ? applyRule(rule, failure) : undefined
    if (repair) return repair
  }
  return undefined
}

const isWithin = ({ start, end }: TextEdit, from: number): boolean =>
  start > from || (start === from && end > start)

/** The mistake after which the text is not read. */
const lastMistake = ({ text, offset, error }: Failure): Mistake => ({
  kind: 'last',
  offset,
  message: () => describeSyntaxError(text, offset, EXPECTATIONS[error]),
  edits: [],
  isLossless: false,
})
