export type TokenKind = '{' | '}' | '[' | ']' | ':' | ',' | 'name' | 'string' | 'number' | 'literal'

export interface Token {
  readonly kind: TokenKind
  /** Offsets in the text, in UTF-16 code units. */
  readonly start: number
  readonly end: number
  /** Index of the opening bracket around the token; -1 for the brackets of the whole text. */
  readonly container: number
}

/** The text of a valid JSON value, with its tokens in order. */
export interface JsonText {
  readonly text: string
  readonly tokens: readonly Token[]
}

const TOKEN = /[{}[\]:,]|"(?:[^"\\]|\\.)*"|-?\d[\d.eE+-]*|true|false|null/g

/** Splits the text of a valid JSON value into tokens. */
export function tokenize(text: string): JsonText {
  const tokens: Token[] = []
  const open: number[] = []
  for (const { 0: source, index: start } of text.matchAll(TOKEN)) {
    const kind = kindOf(source, text, start + source.length)
    if (isClosing(kind)) open.pop()
    tokens.push({ kind, start, end: start + source.length, container: open.at(-1) ?? -1 })
    if (isOpening(kind)) open.push(tokens.length - 1)
  }
  return { text, tokens }
}

function kindOf(source: string, text: string, end: number): TokenKind {
  if (source.startsWith('"')) return /^\s*:/.test(text.slice(end, end + 100)) ? 'name' : 'string'
  if (/^[-\d]/.test(source)) return 'number'
  return source.length > 1 ? 'literal' : (source as TokenKind)
}

export const isOpening = (kind: TokenKind): boolean => kind === '{' || kind === '['

export const isClosing = (kind: TokenKind): boolean => kind === '}' || kind === ']'

/** Whether a token is the last one of a value. */
export const endsValue = ({ kind }: Token): boolean =>
  isClosing(kind) || kind === 'string' || kind === 'number' || kind === 'literal'
