import { isUtf8 } from 'node:buffer'

/** A text without white space, quotes and backslashes, and which line each part of it is from. */
export interface CompactText {
  readonly bytes: Buffer
  /** The offset in it at which each line starts; an empty line after the last line end counts. */
  readonly lineStarts: readonly number[]
}

const [LF, CR, BACKSLASH] = [0x0a, 0x0d, 0x5c]

/** How many bytes are left out, by the first of them; 0 for a byte that is kept. */
const SKIPPED = new Uint8Array(256).fill(1, 0, 0x21)
for (const byte of Buffer.from(`"'\`\\`)) SKIPPED[byte] = 1
// Spaces, quotes, dashes and signs from U+0080 to U+00BF, and, as E2 80, from U+2000 to U+203F.
SKIPPED[0xc2] = 2
SKIPPED[0xe2] = 3

const ESCAPED = new Set(Buffer.from('nrt'))

/**
 * Leaves out what an excerpt may have otherwise, also `\n`, `\r` and `\t`. Reads UTF-8, UTF-16 with a byte order mark, and
 * else Windows-1252.
 * @returns undefined for a file that is not a text
 */
export function compact(content: Uint8Array): CompactText | undefined {
  const source = toUtf8(content)
  if (source.includes(0)) return undefined
  const bytes = Buffer.allocUnsafe(source.length)
  const lineStarts = [0]
  let length = 0
  const lineEnd = source.includes(LF) ? LF : CR
  for (let at = 0; at < source.length; at++) {
    const byte = source[at] ?? 0
    const skipped = SKIPPED[byte] ?? 0
    if (skipped === 0 || (skipped === 3 && source[at + 1] !== 0x80)) bytes[length++] = byte
    else if (byte === lineEnd) lineStarts.push(length)
    else at += byte === BACKSLASH && ESCAPED.has(source[at + 1] ?? 0) ? 1 : skipped - 1
  }
  return { bytes: bytes.subarray(0, length), lineStarts }
}

/** The encodings by their byte order marks. */
const MARKED: Readonly<Record<string, string>> = { fffe: 'utf-16le', feff: 'utf-16be' }

function toUtf8(content: Uint8Array): Uint8Array {
  const marked = MARKED[Buffer.from(content.subarray(0, 2)).toString('hex')]
  const encoding = marked ?? (isUtf8(content) ? undefined : 'windows-1252')
  return encoding === undefined ? content : Buffer.from(new TextDecoder(encoding).decode(content))
}

/** The line of an offset, from 1. */
export const lineAt = ({ lineStarts }: CompactText, offset: number): number =>
  lineStarts.findLastIndex((start) => start <= offset) + 1
