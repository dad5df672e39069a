import { isExact } from '../exact-number.ts'
import type { Pointer } from '../pointer.ts'
import type { Violation } from '../violation.ts'
import { positionsIn } from './positions.ts'
import { hasNoDuplicates } from './duplicate-precheck.ts'
import { DuplicateHandler } from './duplicates.ts'
import { duplicateViolation } from './parse.ts'
import { NUMBER, tokenize } from './tokenizer.ts'

/** What `JSON.parse` loses of a text without an error. */
export interface ParseLosses {
  /** At most as many as the limit, without line and column. */
  readonly violations: readonly Violation[]
  /** The number of further violations. */
  readonly more: number
}

/** The maximum number of violations, if none is specified. */
const DEFAULT_LIMIT = 100

/**
 * Finds what `JSON.parse` loses of a JSON text without an error: the first values of duplicate members, and numbers that
 * are not the same after they are written again, such as `1e999` and integers beyond 2^53 - 1.
 * @param value the result of `JSON.parse` for the text
 */
export function findParseLosses(text: string, value: unknown, limit = DEFAULT_LIMIT): ParseLosses {
  if (hasNoDuplicates(value, text) && !MAY_BE_INEXACT.test(text)) return { violations: [], more: 0 }
  const handler = new LossHandler(text, limit)
  tokenize(text, handler)
  const positionOf = positionsIn(text)
  const duplicates = handler.found.map((each) =>
    duplicateViolation(each, positionOf(each.previousOffset).line),
  )
  const found = [...duplicates, ...handler.inexact].sort((a, b) => a.offset - b.offset)
  const violations = found.slice(0, limit).map(({ offset: _offset, ...violation }) => violation)
  return { violations, more: found.length - violations.length + handler.omitted }
}

/** A number with at most 15 digits and no exponent is exact. Also matches some text in strings. */
const MAY_BE_INEXACT = /[\d.]{16}|\d[eE]/

class LossHandler extends DuplicateHandler {
  readonly inexact: (Violation & { readonly offset: number })[] = []
  readonly #text: string
  readonly #limit: number

  constructor(text: string, limit: number) {
    super(limit)
    this.#text = text
    this.#limit = limit
  }

  override scalar(offset: number): void {
    super.scalar(offset)
    NUMBER.lastIndex = offset
    const literal = NUMBER.exec(this.#text)?.[0]
    if (literal === undefined || isExact(literal)) return
    if (this.inexact.length < this.#limit) this.inexact.push(inexactNumber(this.path(), literal, offset))
    else this.omitted++
  }
}

const inexactNumber = (path: Pointer, literal: string, offset: number) => ({
  path,
  keyword: 'precision',
  message: `Expected a number that JSON can carry exactly; received ${literal.slice(0, 60)}, which would become ${JSON.stringify(Number(literal))}: round it, or write it as a string if the contract allows one`,
  received: literal.slice(0, 60),
  offset,
})
