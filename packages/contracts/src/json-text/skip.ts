/* Functions that move over the tokens of a JSON text. They validate nothing. */

export const QUOTE = 0x22
export const COMMA = 0x2c
export const BACKSLASH = 0x5c
export const OPENING_BRACE = 0x7b
export const CLOSING_BRACE = 0x7d
/** The bit in which a bracket differs from a brace. */
const BRACE_BIT = 0x20

/** Whether the character opens an object or an array. */
export const isOpening = (unit: number): boolean => (unit | BRACE_BIT) === OPENING_BRACE

/** Whether the character closes an object or an array. */
export const isClosing = (unit: number): boolean => (unit | BRACE_BIT) === CLOSING_BRACE

export const isSpace = (unit: number): boolean =>
  unit === 0x20 || unit === 0x0a || unit === 0x0d || unit === 0x09

export function skipSpace(text: string, at: number): number {
  while (isSpace(text.charCodeAt(at))) at++
  return at
}

/** Returns the offset of the closing quote of the string whose opening quote is at `start`. */
export function endOfString(text: string, start: number): number {
  let end = text.indexOf('"', start + 1)
  while (isEscaped(text, end)) end = text.indexOf('"', end + 1)
  return end
}

/** Whether an odd number of backslashes is before the offset. */
function isEscaped(text: string, at: number): boolean {
  let before = at - 1
  while (text.charCodeAt(before) === BACKSLASH) before--
  return (at - before) % 2 === 0
}

/** Returns the offset of the comma or the closing bracket after the value at `at`, or of the end of the text. */
export function skipValue(text: string, at: number): number {
  for (let depth = 0; at < text.length; at++) {
    const unit = text.charCodeAt(at)
    if (unit === QUOTE) at = endOfString(text, at)
    else if (unit === COMMA && depth === 0) return at
    else if (isOpening(unit)) depth++
    else if (isClosing(unit) && depth-- === 0) return at
  }
  return at
}

/** Returns the offset of the first occurrence of a character at or after an offset, or infinity. */
export function offsetOf(text: string, character: string, from: number): number {
  const offset = text.indexOf(character, from)
  return offset === -1 ? Infinity : offset
}
