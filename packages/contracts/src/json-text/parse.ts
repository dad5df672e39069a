import type { Pointer } from '../pointer.ts'
import { quote } from '../violations/messages.ts'
import { decode } from './decode.ts'
import { findDuplicates } from './duplicates.ts'
import type { EditedText } from './edits.ts'
import { positionsIn } from './positions.ts'
import type { Mentions } from './lexical/statement.ts'
import type { CollectRecords } from './recovery/reading.ts'
import { recover, type Recovery } from './recovery/recover.ts'
import type { SyntaxViolation } from './report-mistakes.ts'

/** The value of a JSON text, and the violations of the text itself, which no contract defines. */
export interface ParsedText {
  /** Without a byte-order mark. Of bytes that are not UTF-8, the part before the first invalid byte. */
  readonly text: string
  /** Absent if the text is not JSON and was not repaired. */
  readonly json?: ParsedJson
  readonly violations: readonly TextViolation[]
  /** The number of violations beyond the limit. */
  readonly omitted: number
  /** How the text was repaired; absent if it is JSON. */
  readonly recovery?: Recovery
}

/** The repaired text, which is the original if that is JSON, and its value. */
export interface ParsedJson extends EditedText {
  /** The last value of a duplicate member counts. */
  readonly value: unknown
}

export interface TextViolation extends SyntaxViolation {
  readonly keyword: 'syntax' | 'duplicate'
  readonly path: Pointer
}

/**
 * Parses JSON text, given as a string or as UTF-8 bytes. Malformed text does not throw but is a violation.
 * @param limit the maximum number of violations
 * @param collect the violations of a value, which decide how malformed text is read
 * @param mentions whether text beside the value has a word of the contract
 */
export function parseText(
  input: string | Uint8Array,
  limit: number,
  collect?: CollectRecords,
  mentions?: Mentions,
): ParsedText {
  const { text, error } = decode(input)
  const violations = error ? [syntaxViolation(error)] : []
  const parsed: ParsedText = { text, violations, omitted: 0 }
  if (error?.isFatal) return parsed
  try {
    return withJson(parsed, { text, toOriginal: (offset) => offset }, limit)
  } catch (cause) {
    const recovery = recover(text, collect, mentions)
    if (recovery.violations.length === 0) throw cause
    const all = [...violations, ...recovery.violations.map(syntaxViolation)]
    const broken = { ...parsed, violations: all }
    return { ...(recovery.repaired ? withJson(broken, recovery.repaired, limit) : broken), recovery }
  }
}

/** @throws {SyntaxError} if the edited text is not JSON. */
function withJson(
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

const syntaxViolation = ({ offset, message }: SyntaxViolation): TextViolation => ({
  keyword: 'syntax',
  path: '',
  message,
  offset,
})
