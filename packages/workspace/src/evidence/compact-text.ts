import { isUtf8 } from 'node:buffer'

/** A text without white space, control characters and quotes, and which line each part of it is from. */
export interface CompactText {
  readonly bytes: Buffer
  /** The offset in it at which each line starts. */
  readonly lineStarts: readonly number[]
  /** The number of lines; a line end at the end of the text starts no line. */
  readonly lines: number
}

/**
 * Leaves out what an excerpt may have otherwise. Reads UTF-8, UTF-16 with a byte order mark, and else Windows-1252.
 * @param isEscaped whether backslashes, and `\n`, `\r` and `\t`, are left out, too
 * @returns undefined for a file that is not a text
 */
export function compact(content: Uint8Array, isEscaped = false): CompactText | undefined {
  const source = toUtf8(content)
  const bytes = Buffer.allocUnsafe(source.length)
  const lineStarts = [0]
  let length = 0
  for (let at = 0; at < source.length; at++) {
    const byte = source[at] ?? 0
    switch (KINDS[byte]) {
      case KIND.nul:
        return undefined
      case KIND.skipped:
        break
      case KIND.lineEnd:
        if (byte === LF || source[at + 1] !== LF) lineStarts.push(length)
        break
      case KIND.backslash:
        if (!isEscaped) bytes[length++] = byte
        else if (ESCAPED.has(source[at + 1] ?? 0)) at++
        break
      case KIND.lead: {
        const skipped = lengthOfMark(source, at)
        if (skipped > 0) at += skipped - 1
        else bytes[length++] = byte
        break
      }
      default:
        bytes[length++] = byte
    }
  }
  const isEnded = source.at(-1) === LF || source.at(-1) === CR
  return {
    bytes: bytes.subarray(0, length),
    lineStarts,
    lines: source.length === 0 ? 0 : lineStarts.length - (isEnded ? 1 : 0),
  }
}

const [LF, CR] = [10, 13]
const ESCAPED = new Set(Buffer.from('nrt'))

const KIND = { nul: 1, skipped: 2, lineEnd: 3, backslash: 4, lead: 5 } as const

/** What each byte is; 0 for those that are kept. */
const KINDS = new Uint8Array(256)
KINDS.fill(KIND.skipped, 0, 0x21)
for (const byte of Buffer.from(`"'\``)) KINDS[byte] = KIND.skipped
for (const byte of [LF, CR]) KINDS[byte] = KIND.lineEnd
for (const byte of [0xc2, 0xe2, 0xef]) KINDS[byte] = KIND.lead
KINDS[0] = KIND.nul
KINDS[0x5c] = KIND.backslash

/** The length of a space or a quote beyond ASCII at an offset, in bytes; 0 if there is another character. */
function lengthOfMark(source: Uint8Array, at: number): number {
  const [first, second = 0, third = 0] = source.subarray(at, at + 3)
  if (first === 0xc2) return second === 0xa0 || second === 0xab || second === 0xbb ? 2 : 0
  if (first === 0xef) return second === 0xbb && third === 0xbf ? 3 : 0
  if (first !== 0xe2 || second !== 0x80) return 0
  // U+2000 to U+200D, quotes from U+2018 to U+201F, U+202F, and U+2039 and U+203A.
  const isMark = third <= 0x8d || (third >= 0x98 && third <= 0x9f) || third === 0xaf || third === 0xb9
  return isMark || third === 0xba ? 3 : 0
}

function toUtf8(content: Uint8Array): Uint8Array {
  const [first, second] = content
  if (first === 0xff && second === 0xfe) return recode(content, 'utf-16le')
  if (first === 0xfe && second === 0xff) return recode(content, 'utf-16be')
  return isUtf8(content) ? content : recode(content, 'windows-1252')
}

const recode = (content: Uint8Array, encoding: string): Uint8Array =>
  Buffer.from(new TextDecoder(encoding).decode(content))

/** The line of an offset, from 1. */
export function lineAt({ lineStarts }: CompactText, offset: number): number {
  let [low, high] = [0, lineStarts.length]
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((lineStarts[middle] ?? 0) <= offset) low = middle
    else high = middle
  }
  return low + 1
}
