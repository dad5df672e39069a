import type { Pointer } from '../pointer.ts'
import { quote } from '../violations/messages.ts'
import { decode } from './decode.ts'
import { hasNoDuplicates } from './duplicate-precheck.ts'
import { type Duplicate, DuplicateHandler } from './duplicates.ts'
import { locate, type Offsets } from './locate.ts'
import { type Position, positionsIn } from './positions.ts'
import { JsonSyntaxError, tokenize } from './tokenizer.ts'

/** The value of a JSON text, and the violations of the text itself, which no contract defines. */
export interface ParsedText {
  /** Absent if the text is not JSON. */
  readonly json?: ParsedJson
  readonly violations: readonly TextViolation[]
  /** The number of violations beyond the limit. */
  readonly omitted: number
  readonly positionOf: (offset: number) => Position
}

export interface ParsedJson {
  /** The last value of a duplicate member counts. */
  readonly value: unknown
  /** Finds the offsets of the values at the pointers, and of their member names. */
  readonly locate: (pointers: Iterable<Pointer>) => (pointer: Pointer) => Offsets | undefined
}

export interface TextViolation {
  readonly keyword: 'syntax' | 'duplicate'
  readonly path: Pointer
  readonly message: string
  /** In UTF-16 code units from 0. */
  readonly offset: number
}

/**
 * Parses JSON text, given as a string or as UTF-8 bytes. Malformed text does not throw but is a violation.
 * @param limit the maximum number of violations
 */
export function parseText(input: string | Uint8Array, limit: number): ParsedText {
  const { text, error } = decode(input)
  const positionOf = positionsIn(text)
  const encodingViolations = error ? [syntaxViolation(error.offset, error.message)] : []
  if (error?.isFatal) return { violations: encodingViolations, omitted: 0, positionOf }
  try {
    const value = JSON.parse(text) as unknown
    const json = { value, locate: (pointers: Iterable<Pointer>) => locate(text, pointers) }
    const { found, omitted } = hasNoDuplicates(value, text) ? NO_DUPLICATES : findDuplicates(text, limit)
    const duplicates = found.map((each) => duplicateViolation(each, positionOf(each.previousOffset).line))
    return { json, violations: [...encodingViolations, ...duplicates], omitted, positionOf }
  } catch (cause) {
    const violation = findSyntaxError(text)
    if (!violation) throw cause
    return { violations: [...encodingViolations, violation], omitted: 0, positionOf }
  }
}

const NO_DUPLICATES = { found: [], omitted: 0 } as const

function findDuplicates(text: string, limit: number): DuplicateHandler {
  const handler = new DuplicateHandler(limit)
  tokenize(text, handler)
  return handler
}

/** Returns undefined if the text is JSON. */
function findSyntaxError(text: string): TextViolation | undefined {
  try {
    tokenize(text, {})
    return undefined
  } catch (error) {
    if (error instanceof JsonSyntaxError) return syntaxViolation(error.offset, error.message)
    throw error
  }
}

const syntaxViolation = (offset: number, message: string): TextViolation => ({
  keyword: 'syntax',
  path: '',
  message,
  offset,
})

export const duplicateViolation = ({ path, name, offset }: Duplicate, line: number): TextViolation => ({
  keyword: 'duplicate',
  path,
  message: `Expected each member once; received ${quote(name)} again, and its value from line ${line} would be lost`,
  offset,
})
