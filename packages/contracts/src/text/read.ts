import type { Pointer } from '../pointer.ts'
import { quoted } from '../report/words.ts'
import { hasEveryMember } from './count-members.ts'
import { decode } from './decode.ts'
import { type Duplicate, DuplicateListener } from './duplicates.ts'
import { type Position, positionsIn } from './lines.ts'
import { locate, type Offsets } from './locate.ts'
import { NotJson, scan } from './scanner.ts'

/** What a JSON text says, and what is wrong with the text itself, whatever a contract says of its value. */
export interface ReadText {
  /** Absent where the text is not JSON. */
  readonly json?: ReadJson
  readonly faults: readonly TextFault[]
  readonly positionOf: (offset: number) => Position
}

export interface ReadJson {
  /** Of a repeated member, the last value counts. */
  readonly value: unknown
  /** Finds where the values and the member names at the pointers begin. */
  readonly locate: (pointers: Iterable<Pointer>) => (pointer: Pointer) => Offsets | undefined
}

export interface TextFault {
  readonly keyword: 'syntax' | 'duplicate'
  readonly path: Pointer
  readonly message: string
  /** Offset in the text, in UTF-16 code units from 0. */
  readonly offset: number
}

/** Reads a JSON text, as a string or as UTF-8 bytes. Whatever is in it, this does not throw. */
export function readText(input: string | Uint8Array): ReadText {
  const { text, fault } = decode(input)
  const positionOf = positionsIn(text)
  const encodingFaults = fault ? [syntaxFault(fault.offset, fault.message)] : []
  if (fault?.isFatal) return { faults: encodingFaults, positionOf }
  try {
    const value = JSON.parse(text) as unknown
    const json = { value, locate: (pointers: Iterable<Pointer>) => locate(text, pointers) }
    const faults = hasEveryMember(value, text) ? [] : duplicateFaults(text, positionOf)
    return { json, faults: [...encodingFaults, ...faults], positionOf }
  } catch (error) {
    const reason = whyNotJson(text)
    if (!reason) throw error
    return { faults: [...encodingFaults, reason], positionOf }
  }
}

function duplicateFaults(text: string, positionOf: ReadText['positionOf']): TextFault[] {
  const duplicates = new DuplicateListener()
  scan(text, duplicates)
  return duplicates.found.map((duplicate) => duplicateFault(duplicate, positionOf(duplicate.before).line))
}

/** Where and why a text stops being JSON; undefined where it does not. */
function whyNotJson(text: string): TextFault | undefined {
  try {
    scan(text, {})
    return undefined
  } catch (error) {
    if (error instanceof NotJson) return syntaxFault(error.offset, error.message)
    throw error
  }
}

const syntaxFault = (offset: number, message: string): TextFault => ({
  keyword: 'syntax',
  path: '',
  message,
  offset,
})

const duplicateFault = ({ path, name, offset }: Duplicate, line: number): TextFault => ({
  keyword: 'duplicate',
  path,
  message: `Expected each member once; received ${quoted(name)} again, and its value from line ${line} would be lost`,
  offset,
})
