import type { JsonText } from '../tokens.ts'

/** An escape sequence in a string that is a value. */
export interface Escape {
  /** Offset of the backslash. */
  readonly start: number
  readonly end: number
  /** The character after the backslash. */
  readonly character: string
  /** Index of the token. */
  readonly token: number
}

/** The escape sequences in strings that are values, in their order. */
export function escapesIn({ text, tokens }: JsonText): Escape[] {
  return tokens.flatMap(({ kind, start, end }, token) =>
    kind === 'string'
      ? Array.from(text.slice(start, end).matchAll(/\\(.)/g), ({ 1: character = '', index }) => ({
          start: start + index,
          end: start + index + 2,
          character,
          token,
        }))
      : [],
  )
}
