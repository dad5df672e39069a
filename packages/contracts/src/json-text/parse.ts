import type { Pointer } from '../pointer.ts'
import { quote } from '../violations/messages.ts'
import { hasNoDuplicates } from './duplicate-precheck.ts'
import { decode } from './decode.ts'
import { type Duplicate, DuplicateHandler } from './duplicates.ts'
import { type Position, positionsIn } from './positions.ts'
import { locate, type Offsets } from './locate.ts'
import { JsonSyntaxError, tokenize } from './tokenizer.ts'

/** What a JSON text says, and what is wrong with the text itself, whatever a contract says of its value. */
export interface ParsedText {
  /** Absent where the text is not JSON. */
  readonly json?: ParsedJson
  readonly violations: readonly TextViolation[]
  readonly positionOf: (offset: number) => Position
}

export interface ParsedJson {
  /** Of a repeated member, the last value counts. */
  readonly value: unknown
  /** Finds where the values and the member names at the pointers begin. */
  readonly locate: (pointers: Iterable<Pointer>) => (pointer: Pointer) => Offsets | undefined
}

export interface TextViolation {
  readonly keyword: 'syntax' | 'duplicate'
  readonly path: Pointer
  readonly message: string
  /** Offset in the text, in UTF-16 code units from 0. */
  readonly offset: number
}

/** Reads a JSON text, as a string or as UTF-8 bytes. Whatever is in it, this does not throw. */
export function parseText(input: string | Uint8Array): ParsedText {
  const { text, error: fault } = decode(input)
  const positionOf = positionsIn(text)
  const encodingFaults = fault ? [syntaxViolation(fault.offset, fault.message)] : []
  if (fault?.isFatal) return { violations: encodingFaults, positionOf }
  try {
    const value = JSON.parse(text) as unknown
    const json = { value, locate: (pointers: Iterable<Pointer>) => locate(text, pointers) }
    const faults = hasNoDuplicates(value, text) ? [] : findDuplicates(text, positionOf)
    return { json, violations: [...encodingFaults, ...faults], positionOf }
  } catch (error) {
    const reason = findSyntaxError(text)
    if (!reason) throw error
    return { violations: [...encodingFaults, reason], positionOf }
  }
}

function findDuplicates(text: string, positionOf: ParsedText['positionOf']): TextViolation[] {
  const duplicates = new DuplicateHandler()
  tokenize(text, duplicates)
  return duplicates.found.map((duplicate) => duplicateViolation(duplicate, positionOf(duplicate.before).line))
}

/** Where and why a text stops being JSON; undefined where it does not. */
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

const duplicateViolation = ({ path, name, offset }: Duplicate, line: number): TextViolation => ({
  keyword: 'duplicate',
  path,
  message: `Expected each member once; received ${quote(name)} again, and its value from line ${line} would be lost`,
  offset,
})
