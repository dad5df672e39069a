import { lazy } from '../lazy.ts'

/** A text, and what is wrong with how it was encoded. */
export interface Decoded {
  /** Without a byte-order mark. Where the bytes are not UTF-8, the part before the first such byte. */
  readonly text: string
  readonly error?: EncodingError
}

export interface EncodingError {
  readonly message: string
  /** Offset in the text, in UTF-16 code units from 0. */
  readonly offset: number
  /** Whether the text ends here: what follows is no text. */
  readonly isFatal: boolean
}

/** Made once: a decoder costs as much as decoding a page. */
const utf8 = lazy(() => new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }))

/** Longest text that is read, in bytes: a string cannot be longer everywhere. */
const MAX_TEXT_BYTES = 2 ** 29 - 24

/** Decodes UTF-8, which is all that RFC 8259 allows. A byte-order mark is a fault that leaves the text behind it whole. */
export function decode(input: string | Uint8Array): Decoded {
  if (typeof input === 'string') return withoutMark(input)
  const isUtf16 = (input[0] === 0xff && input[1] === 0xfe) || (input[0] === 0xfe && input[1] === 0xff)
  if (isUtf16) return undecodable('', 'UTF-16, by its byte-order mark')
  if (input.length > MAX_TEXT_BYTES) return tooLong(input.length)
  try {
    return withoutMark(utf8().decode(input))
  } catch {
    return upToInvalidByte(input)
  }
}

function withoutMark(text: string): Decoded {
  if (!text.startsWith('\uFEFF')) return { text }
  const message = 'Expected JSON from the first byte; received a byte-order mark: save the text without it'
  return { text: text.slice(1), error: { message, offset: 0, isFatal: false } }
}

function upToInvalidByte(bytes: Uint8Array): Decoded {
  let valid = 0
  let invalid = bytes.length
  while (valid < invalid) {
    const middle = Math.ceil((valid + invalid) / 2)
    if (isBeginning(bytes.subarray(0, middle))) valid = middle
    else invalid = middle - 1
  }
  const text = new TextDecoder().decode(bytes.subarray(0, valid), { stream: true })
  const byte = bytes[valid]?.toString(16).toUpperCase().padStart(2, '0')
  return undecodable(
    text,
    byte ? `the byte 0x${byte}, which cannot stand there` : 'an end within a character',
  )
}

/** Whether the bytes can begin a UTF-8 text: they may end within a character. */
function isBeginning(bytes: Uint8Array): boolean {
  try {
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  } catch {
    return false
  }
}

const undecodable = (text: string, received: string): Decoded => ({
  text,
  error: { message: `Expected UTF-8 text; received ${received}`, offset: text.length, isFatal: true },
})

const tooLong = (length: number): Decoded => ({
  text: '',
  error: {
    message: `Expected at most ${MAX_TEXT_BYTES} bytes of text; received ${length}`,
    offset: 0,
    isFatal: true,
  },
})
