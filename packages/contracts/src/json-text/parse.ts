import type { Pointer } from '../pointer.ts'
import { quote } from '../violations/messages.ts'
import { decode } from './decode.ts'
import { type Duplicate, findDuplicates } from './duplicates.ts'
import type { EditedText } from './edits.ts'
import { positionsIn } from './positions.ts'
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

export interface ParsedJson {
  /** The last value of a duplicate member counts. */
  readonly value: unknown
  /** The repaired text, of which it is the value. */
  readonly text: string
  /** Converts an offset in the repaired text to one in the original; both are the same if the text is JSON. */
  readonly toOriginal: (offset: number) => number
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
 * @param collect the violations of a value, which decide how malformed text is read
 */
export function parseText(input: string | Uint8Array, limit: number, collect?: CollectRecords): ParsedText {
  const { text, error } = decode(input)
  const violations = error ? [syntaxViolation(error)] : NONE
  if (error?.isFatal) return { text, violations, omitted: 0 }
  try {
    return parseJson({ text, toOriginal: identity }, { text, limit, violations })
  } catch (cause) {
    const recovery = recover(text, collect)
    const { repaired } = recovery
    if (recovery.violations.length === 0) throw cause
    const all = [...violations, ...recovery.violations.map(syntaxViolation)]
    const unread = { text, violations: all, omitted: 0 }
    return { ...(repaired ? parseJson(repaired, { text, limit, violations: all }) : unread), recovery }
  }
}

const NONE: readonly TextViolation[] = []

const identity = (offset: number): number => offset

interface Context extends Pick<ParsedText, 'text' | 'violations'> {
  /** The maximum number of duplicate members. */
  readonly limit: number
}

/** @throws {SyntaxError} if the text is not JSON. */
function parseJson(edited: EditedText, { text, limit, violations }: Context): ParsedText {
  const { text: jsonText, toOriginal } = edited
  const value = JSON.parse(jsonText) as unknown
  const json: ParsedJson = { value, text: jsonText, toOriginal }
  const { found, omitted } = findDuplicates(jsonText, limit)
  if (found.length === 0) return { text, json, violations, omitted }
  const positionOf = positionsIn(text)
  const duplicates = found.map((duplicate) => {
    const { line } = positionOf(toOriginal(duplicate.previousOffset))
    return duplicateViolation({ ...duplicate, offset: toOriginal(duplicate.offset) }, line)
  })
  return { text, json, violations: [...violations, ...duplicates], omitted }
}

const syntaxViolation = ({ offset, message }: SyntaxViolation): TextViolation => ({
  keyword: 'syntax',
  path: '',
  message,
  offset,
})

const duplicateViolation = ({ path, name, offset }: Duplicate, line: number): TextViolation => ({
  keyword: 'duplicate',
  path,
  message: `Expected each member once; received ${quote(name)} again, and its value from line ${line} would be lost`,
  offset,
})
