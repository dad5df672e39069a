import type { Pointer } from '../values/pointer.ts'
import { quote } from '../values/quote.ts'
import { decode, type SyntaxViolation } from './decode.ts'
import { findDuplicates } from './duplicates.ts'
import type { EditedText } from './edits.ts'
import { positionsIn } from './positions.ts'

/** The value of a JSON text, and the violations of the text itself. */
export interface ParsedText {
  /** Without a byte-order mark. Of bytes that are not UTF-8, the part before the first invalid byte. */
  readonly text: string
  /** Absent if the text is not JSON. */
  readonly json?: ParsedJson
  /** What `JSON.parse` threw, if it could read the characters. */
  readonly error?: Error
  readonly violations: readonly TextViolation[]
  /** The number of violations beyond the limit. */
  readonly omitted: number
}

/** The text that is JSON, and its value. */
export interface ParsedJson extends EditedText {
  /** The last value of a duplicate member counts. */
  readonly value: unknown
}

export interface TextViolation extends SyntaxViolation {
  readonly keyword: 'syntax' | 'duplicate'
  readonly path: Pointer
}

/**
 * Parses JSON text, given as a string or as UTF-8 bytes. Malformed text does not throw.
 * @param limit the maximum number of violations
 */
export function parseText(input: string | Uint8Array, limit: number): ParsedText {
  const { text, error } = decode(input)
  const parsed: ParsedText = { text, violations: error ? [syntaxViolation(error)] : [], omitted: 0 }
  if (error?.isFatal) return parsed
  try {
    return withJson(parsed, { text, toOriginal: (offset) => offset }, limit)
  } catch (cause) {
    return { ...parsed, error: cause as Error }
  }
}

/**
 * Adds the value of an edited text, and its duplicate members.
 * @throws {SyntaxError} if the edited text is not JSON.
 */
export function withJson(
  { text, violations }: Pick<ParsedText, 'text' | 'violations'>,
  edited: EditedText,
  limit: number,
): ParsedText {
  const json: ParsedJson = { value: JSON.parse(edited.text), ...edited }
  const { found, omitted } = findDuplicates(edited.text, limit)
  if (found.length === 0) return { text, json, violations, omitted }
  const positionOf = positionsIn(text)
  const duplicates = found.map(({ path, name, previousOffset, offset }): TextViolation => {
    const { line } = positionOf(edited.toOriginal(previousOffset))
    const received = `${quote(name)} again, and its value from line ${line} would be lost`
    const message = `Expected each member once; received ${received}`
    return { keyword: 'duplicate', path, message, offset: edited.toOriginal(offset) }
  })
  return { text, json, violations: [...violations, ...duplicates], omitted }
}

export const syntaxViolation = ({ offset, message }: SyntaxViolation): TextViolation => ({
  keyword: 'syntax',
  path: '',
  message,
  offset,
})
