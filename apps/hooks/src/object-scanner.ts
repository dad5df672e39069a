const QUOTE = 0x22
const BACKSLASH = 0x5c

/**
 * Returns a function that gets the chunks of a text one after the other, and returns whether they are a complete JSON
 * object: all brackets are closed, and only white space follows. It does not find other errors. Reads each byte once.
 */
export function objectScanner(): (chunk: Uint8Array) => boolean {
  let depth = 0
  let isInString = false
  let isEscaped = false
  let isComplete = false
  return (chunk) => {
    for (const byte of chunk) {
      if (isEscaped) isEscaped = false
      else if (isInString) {
        if (byte === BACKSLASH) isEscaped = true
        else if (byte === QUOTE) isInString = false
      } else if (byte > 0x20) {
        if (byte === QUOTE) isInString = true
        // { and [, and } and ], differ in one bit.
        else if ((byte & 0xdf) === 0x5b) depth++
        else if ((byte & 0xdf) === 0x5d) depth--
        isComplete = depth === 0 && (byte & 0xdf) === 0x5d
      }
    }
    return isComplete
  }
}
