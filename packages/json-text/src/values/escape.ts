/**
 * Characters that are invisible or that change how the text around them is displayed: control characters (C0, DEL, C1),
 * line and paragraph separators, format characters such as bidirectional controls and zero-width spaces, and lone
 * surrogates, which UTF-8 cannot encode. Unicode general categories Cc, Zl, Zp, Cf and Cs.
 */
const UNSAFE = /[\p{Cc}\p{Zl}\p{Zp}\p{Cf}\p{Cs}]/gu

/**
 * Escapes control characters, line separators, format characters and lone surrogates as `\uXXXX` or `\u{XXXXX}`. Text of
 * an artifact, a contract or a file name that is printed this way cannot move the cursor of a terminal, start a line of
 * its own, or change the order in which the other characters are displayed.
 */
export const escapeText = (text: string): string =>
  text.replaceAll(UNSAFE, (character) => {
    const code = character.codePointAt(0) ?? 0
    return code > 0xffff ? `\\u{${code.toString(16)}}` : escapeUnit(code)
  })

/**
 * Converts a JSON value to JSON text, as `JSON.stringify` does, in which the characters that {@link escapeText} escapes
 * are written as `\uXXXX`. `JSON.parse` returns the same value.
 */
export const stringifyEscaped = (value: unknown, indentation?: number): string =>
  JSON.stringify(value, undefined, indentation).replaceAll(UNSAFE, (character) =>
    // The line feeds of the indentation stay. Those in strings are escaped already.
    character === '\n' ? character : character.replaceAll(/[^]/g, (unit) => escapeUnit(unit.charCodeAt(0))),
  )

const escapeUnit = (unit: number): string => `\\u${unit.toString(16).padStart(4, '0')}`
