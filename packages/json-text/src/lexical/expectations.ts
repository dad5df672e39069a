/** What must come next in a JSON text, with its description in a message. */
export const EXPECTATIONS = {
  value: 'a JSON value',
  firstItem: 'a value, or "]"',
  item: 'another value after the comma',
  memberValue: 'a value after the colon',
  firstName: 'a member name in double quotes, or "}"',
  name: 'another member after the comma',
  colon: '":" after the member name',
  afterItem: '"," or "]"',
  afterMember: '"," or "}"',
  end: 'the end of the text after the JSON value',
  closingQuote: 'a closing double quote',
  controlCharacter: 'a control character in a string to be escaped',
  escape: 'one of \\" \\\\ \\/ \\b \\f \\n \\r \\t or \\u with four hexadecimal digits',
} as const

export type Expectation = keyof typeof EXPECTATIONS

/** What a text has at the offset, for a message. */
export function describeTextAt(text: string, offset: number): string {
  const rest = text.slice(offset, offset + 16)
  const [character] = rest
  if (character === undefined) return 'the end of the text'
  const word = /^[\w$.+-]+/.exec(rest)?.[0] ?? character
  return /^[\s\p{C}]/u.test(word) ? `U+${toHex(word)}` : JSON.stringify(word)
}

const toHex = (character: string): string =>
  (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
