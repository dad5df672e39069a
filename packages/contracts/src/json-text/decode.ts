import { lazy } from '../lazy.ts'

interface DecodedText {
  /** Without a byte-order mark. If the bytes are not UTF-8, the part before the first invalid byte. */
  readonly text: string
  readonly error?: EncodingError
}

interface EncodingError {
  readonly message: string
  /** Offset in the text, in UTF-16 code units from 0. */
  readonly offset: number
  /** Whether the rest of the input could not be decoded. */
  readonly isFatal: boolean
}

/** Created once: construction takes as long as decoding several kilobytes. */
const utf8 = lazy(() => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }))

/** V8's maximum string length on 64-bit platforms, as the number of bytes of an ASCII text. */
const MAX_TEXT_BYTES = 2 ** 29 - 24

/** Decodes UTF-8, the only encoding that RFC 8259 allows. A byte-order mark is an error, but the text after it is decoded. */
export function decode(input: string | Uint8Array): DecodedText {
  if (typeof input === 'string') return withoutByteOrderMark(input)
  const isUtf16 = (input[0] === 0xff && input[1] === 0xfe) || (input[0] === 0xfe && input[1] === 0xff)
  if (isUtf16) return undecodable('', 'UTF-16, by its byte-order mark')
  if (input.length > MAX_TEXT_BYTES) return tooLong(input.length)
  try {
    return withoutByteOrderMark(utf8().decode(input))
  } catch {
    return upToInvalidByte(input)
  }
}

const BYTE_ORDER_MARK = 0xfeff

function withoutByteOrderMark(text: string): DecodedText {
  if (text.charCodeAt(0) !== BYTE_ORDER_MARK) return { text }
  const message = 'Expected JSON from the first byte; received a byte-order mark: save the text without it'
  return { text: text.slice(1), error: { message, offset: 0, isFatal: false } }
}

function upToInvalidByte(bytes: Uint8Array): DecodedText {
  let valid = 0
  let invalid = bytes.length
  while (valid < invalid) {
    const middle = Math.ceil((valid + invalid) / 2)
    if (isUtf8(bytes.subarray(0, middle), { stream: true })) valid = middle
    else invalid = middle - 1
  }
  // If a character is incomplete, its first byte is invalid, not the byte after it: `é"` in Latin-1 is 0xE9 0x22.
  let start = valid
  while (!isUtf8(bytes.subarray(0, start))) start--
  const text = new TextDecoder().decode(bytes.subarray(0, start))
  const byte = bytes[start]?.toString(16).toUpperCase().padStart(2, '0')
  return undecodable(
    text,
    valid < bytes.length
      ? `the byte 0x${byte}, which is invalid there`
      : 'an incomplete character at the end',
  )
}

/** With `stream`, the text may end within a character. */
function isUtf8(bytes: Uint8Array, { stream = false } = {}): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream })
    return true
  } catch {
    return false
  }
}

const undecodable = (text: string, received: string): DecodedText => ({
  text,
  error: { message: `Expected UTF-8 text; received ${received}`, offset: text.length, isFatal: true },
})

const tooLong = (length: number): DecodedText => ({
  text: '',
  error: {
    message: `Expected at most ${MAX_TEXT_BYTES} bytes of text; received ${length}`,
    offset: 0,
    isFatal: true,
  },
})
