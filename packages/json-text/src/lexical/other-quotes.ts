/** A string in other quotes than JSON has. */
export interface Quoted {
  readonly opening: string
  readonly closing: string
  /** The offset of the closing quote. */
  readonly close: number
  /** Whether nothing in it can be another end. */
  readonly isCertain: boolean
}

/** What follows a string that ends: separators and the next string or bracket, a closing bracket, or a line break. */
const AFTER_STRING = /\s*[,:;=][\s,:;=]*["'“”„‘’[\]{}]|\s*[}\]]|[ \t,:;=]*[\n\r]/.source

/** Quotes with which a string can start, each with those of its kind that end it. Longer ones come first. */
const KINDS = (
  `''' '''|""" """|\`\` ''|'' ''|&quot; &quot;|' '|\` \`|´ ´|“ “ ”|” “ ”|„ “ ”|‟ “ ”|‘ ‘ ’ '|’ ‘ ’ '|‚ ‘ ’ '|` +
  '« »|» «|‹ ›|› ‹|「 」|『 』|′ ′|″ ″|＂ ＂'
)
  .split('|')
  .map((kind) => {
    const [opening = '', ...closings] = kind.split(' ')
    const own = closings.join('|')
    const marks = new RegExp(`\\\\[^]|${opening}|${own}|"${opening === '`' ? "|'" : ''}`, 'g')
    return { opening, closings, marks, ends: new RegExp(`(?:${own}|[^]")(?:${AFTER_STRING})`) }
  })

export const ANY_QUOTE = /["'`´′″＂“”„‟‘’‚«»‹›「」『』]/
/** Quotes, escaped and doubled ones too, as a group, and apostrophes in words. */
export const QUOTES = new RegExp(`(\\\\"|''|\`\`)|\\\\[^]|\\p{L}['’](?=\\p{L})|(${ANY_QUOTE.source})`, 'gu')
const ENDS_STRING = /^\s*(?:[,:;=}\]]|\/[/*]|#|$)|^\s*\n/
/** Longer strings are not read, in UTF-16 code units. */
export const MAX_STRING_LENGTH = 100_000

/** The string in other quotes at an offset; undefined without an end. */
export function quotedAt(text: string, start: number): Quoted | undefined {
  if (text.startsWith('```', start)) return undefined
  for (const kind of KINDS) {
    const quoted = text.startsWith(kind.opening, start) ? quotedAs(kind, text, start) : undefined
    if (quoted) return quoted
  }
  return undefined
}

/**
 * Quotes in it that are paired do not end the string: `“a “b”, c”`. One of another kind does if no quote is in the string:
 * `“high"`. Two quotes with nothing after them are an empty string.
 */
function quotedAs(
  { opening, closings, marks, ends }: (typeof KINDS)[number],
  text: string,
  start: number,
): Quoted | undefined {
  const from = start + opening.length
  if (opening.length > 1 && /^\s*[,:}\]]/.test(text.slice(from, from + 200))) return undefined
  let inner = 0
  let canBeMixed = opening.length === 1
  for (const { 0: closing, index } of text.slice(from, from + MAX_STRING_LENGTH).matchAll(marks)) {
    const close = from + index
    const isOwn = closings.includes(closing)
    const canEnd = () => ENDS_STRING.test(text.slice(close + closing.length, close + 200))
    if (closing === opening && '“„‘'.includes(opening)) inner++
    else if (isOwn && inner > 0) inner--
    else if (isOwn && canEnd()) {
      const body = text.slice(from, close)
      return { opening, closing, close, isCertain: !ends.test(body) && isWhole(opening, closings, body) }
    } else if (!isOwn && !closing.startsWith('\\')) {
      if (canBeMixed && close > from && canEnd() && isPlain(text.slice(from, close)))
        return { opening, closing, close, isCertain: true }
      canBeMixed = false
    }
  }
  return undefined
}

/**
 * A quote that is no apostrophe can be the end of the string, and so can one that is paired, before a separator. A straight
 * one at the end can start the next string, and those around the whole text can be ones too many. Of lines, it is unclear
 * whether they are indented. Expressions in a template literal are not text.
 */
function isWhole(opening: string, closings: readonly string[], body: string): boolean {
  const inner = body.replaceAll(/\\[^]|\p{L}['’](?=\p{L})|“[^“”]*”|‘[^‘’]*’/gu, '')
  const isUnclear = opening.length > 1 ? /^\s*[\n\r]|&\w/.test(body) : opening === '`' && body.includes('${')
  return !isUnclear && !/^".*"$/.test(body) && closings.every((closing) => !inner.includes(closing))
}

/** Whether a text has only apostrophes in words, and is in one line. */
const isPlain = (body: string): boolean =>
  !body.includes('\n') && Array.from(body.matchAll(QUOTES)).every(([, long, short]) => !long && !short)
