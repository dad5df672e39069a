/** A syntax error, as a sentence. */
export interface SyntaxViolation {
  readonly message: string
  /** In UTF-16 code units from 0. */
  readonly offset: number
}

interface DecodedText {
  /** Without a byte-order mark. If the bytes are not UTF-8, the part before the first invalid byte. */
  readonly text: string
  readonly error?: EncodingError
}

interface EncodingError extends SyntaxViolation {
  /** Whether the rest of the input could not be decoded. */
  readonly isFatal: boolean
}

/** Created once: construction takes as long as decoding several kilobytes. */
let utf8: InstanceType<typeof TextDecoder> | undefined

/** V8's maximum string length on 64-bit platforms, as the number of bytes of an ASCII text. */
const MAX_TEXT_BYTES = 2 ** 29 - 24

/** Decodes UTF-8, the only encoding that RFC 8259 allows. A byte-order mark is an error, but the text after it is decoded. */
export function decode(input: string | Uint8Array): DecodedText {
  if (typeof input === 'string') return withoutByteOrderMark(input)
  const isUtf16 = (input[0] === 0xff && input[1] === 0xfe) || (input[0] === 0xfe && input[1] === 0xff)
  if (isUtf16) return undecodable('', `${NOT_UTF8} UTF-16, by its byte-order mark`)
  if (input.length > MAX_TEXT_BYTES)
    return undecodable('', `Expected at most ${MAX_TEXT_BYTES} bytes of text; received ${input.length}`)
  try {
    utf8 ??= new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
    return withoutByteOrderMark(utf8.decode(input))
  } catch {
    return upToInvalidByte(input)
  }
}

const NOT_UTF8 = 'Expected UTF-8 text; received'
const BYTE_ORDER_MARK = 0xfeff

function withoutByteOrderMark(text: string): DecodedText {
  if (text.charCodeAt(0) !== BYTE_ORDER_MARK) return { text }
  const message = 'Expected JSON from the first byte; received a byte-order mark: save the text without it'
  return { text: text.slice(1), error: { message, offset: 0, isFatal: false } }
}

function upToInvalidByte(bytes: Uint8Array): DecodedText {
  // Invalid bytes become U+FFFD, 0xEF 0xBF 0xBD, which differs from them in one of its bytes.
  const replaced = new TextEncoder().encode(new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes))
  const differing = replaced.findIndex((byte, index) => byte !== bytes[index])
  const start = replaced.lastIndexOf(0xef, differing)
  const text = new TextDecoder().decode(bytes.subarray(0, start))
  const byte = bytes[start] ?? 0
  // One replacement at the end, for bytes that start a character.
  const isIncomplete = start + 3 === replaced.length && byte >= 0xc2 && byte <= 0xf4
  const received = isIncomplete
    ? 'an incomplete character at the end'
    : `the byte 0x${byte.toString(16).toUpperCase()}, which is invalid there`
  return undecodable(text, `${NOT_UTF8} ${received}`)
}

const undecodable = (text: string, message: string): DecodedText => ({
  text,
  error: { message, offset: text.length, isFatal: true },
})
