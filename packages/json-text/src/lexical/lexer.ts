import { replacing } from '../text/edits.ts'
import type { Expectation } from './expectations.ts'
import { OTHER_FENCE } from './frame.ts'
import { type Mistake, uncertain } from './mistake.ts'
import { mistakesOfScalar } from './scalar.ts'
import { ANY_QUOTE, MAX_STRING_LENGTH, quotedAt } from './other-quotes.ts'
import { mistakesOfString, readString } from './string.ts'

export type Structural = '{' | '}' | '[' | ']' | ',' | ':'
export type TokenKind = Structural | 'string' | 'scalar' | 'word' | 'other' | 'end'

/** A token as an author may have meant it: with comments before it, in other quotes, as a literal of another language. */
export interface Token {
  readonly kind: TokenKind
  /** In UTF-16 code units from 0, without the white space and the comments before it. */
  readonly start: number
  readonly end: number
  /** What is wrong between it and the previous token. */
  readonly before: readonly Mistake[]
  /** What is wrong in how it is written. */
  readonly inside: readonly Mistake[]
}

/** Where a token is: it decides what counts as a comment or as a code fence. */
type TokenContext = 'document' | 'memberValue' | 'container'

/** Other characters for separators. */
const SEPARATORS: readonly (readonly [written: string, kind: Structural])[] = [
  [';', ','],
  ['，', ','],
  ['=>', ':'],
  ['=', ':'],
  ['：', ':'],
]
const WORD = /[\p{L}\p{N}_$.+-]+/uy

/** Reads the token after an offset. The same token is read only once, because explanations share most of their tokens. */
export class Lexer {
  readonly text: string
  /** The number of characters in which the end of a string was searched for in vain, or once more. */
  searched = 0
  /** The end of the strings in other quotes that were read. */
  #quotedTo = 0
  readonly #tokens: Readonly<Record<TokenContext, Map<number, Token>>> = {
    document: new Map(),
    memberValue: new Map(),
    container: new Map(),
  }

  constructor(text: string) {
    this.text = text
  }

  tokenAt(offset: number, expected: Expectation): Token {
    const isDocument = expected === 'value' || expected === 'end'
    const context = isDocument ? 'document' : expected === 'memberValue' ? expected : 'container'
    const tokens = this.#tokens[context]
    const known = tokens.get(offset)
    if (known) return known
    if (tokens.size > MAX_CACHED) tokens.clear()
    const token = this.#read(offset, context)
    tokens.set(offset, token)
    return token
  }

  #read(offset: number, context: TokenContext): Token {
    const { text } = this
    const before: Mistake[] = []
    const start = skipGap(this, offset, context, before)
    const token = (kind: TokenKind, end: number, inside = NONE): Token => ({
      kind,
      start,
      end,
      before: before.length === 0 ? NONE : before,
      inside,
    })
    const character = text.charAt(start)
    if (character === '') return token('end', start)
    if (isStructural(character)) return token(character, start + 1)
    const [written, separator] = SEPARATORS.find(([other]) => text.startsWith(other, start)) ?? []
    if (written !== undefined && separator) {
      const hint = `write "${separator}" instead`
      const edits = [replacing(start, start + written.length, separator)]
      const mistake: Mistake = { kind: written, offset: start, hint, edits, certainty: 'always' }
      return token(separator, start + written.length, [mistake])
    }
    const isPlain = character === '"' && !text.startsWith('"""', start)
    const quoted = isPlain || this.searched > MAX_SEARCHED ? undefined : quotedAt(text, start)
    if (quoted) {
      const { opening, closing, close } = quoted
      this.searched += Math.max(0, Math.min(close, this.#quotedTo) - start)
      this.#quotedTo = Math.max(this.#quotedTo, close)
      const inside = mistakesOfString(text, start + opening.length, close, quoted)
      return token('string', close + closing.length, inside)
    }
    if (!isPlain && this.searched <= MAX_SEARCHED && ANY_QUOTE.test(character))
      this.searched += Math.min(MAX_STRING_LENGTH, text.length - start)
    const string = character === '"' ? readString(text, start) : undefined
    if (string) return token('string', string.end, string.mistakes)
    if (isPlain) this.searched += Math.min(MAX_STRING_LENGTH, text.length - start)
    WORD.lastIndex = start
    const word = WORD.exec(text)?.[0] ?? ''
    if (word === '') return token('other', start + 1)
    const end = start + word.length
    const inside = mistakesOfScalar(text, start, end)
    return token(inside ? 'scalar' : 'word', end, inside)
  }
}

/** After so many characters, the ends of strings in other quotes are not searched for any more. */
const MAX_SEARCHED = 3_000_000

const NONE: readonly Mistake[] = []

/** A token as the whole document: a scalar is an artifact only if a string contains that. */
export const documentOf = (token: Token, text: string): Token =>
  /^[^\w\s][\s\\]*[{[]/.test(text.slice(token.start, token.start + 100)) ? token : withGuesses(token)

/** A string as a name. One with a line break is a guess. */
export const nameOf = (token: Token): Token =>
  token.inside.some(({ kind }) => kind === 'a line break') ? withGuesses(token) : token

const withGuesses = (token: Token): Token => ({ ...token, inside: uncertain(token.inside) })

/** A cache with more tokens is emptied: large texts are not searched for explanations. */
const MAX_CACHED = 100_000

export const isStructural = (character: string): character is Structural => /^[{}[\],:]$/.test(character)

const SPACE = /[ \t\r\n]+/y
/** Most tokens follow the previous one at once. Nothing between tokens starts with such a character. */
const STARTS_TOKEN = /[{}\],:"]/
const ANYWHERE: readonly TokenContext[] = ['document', 'memberValue', 'container']
/** A value of a database or of a language, which JSON has as a string or a number. */
const CALL = /(?:ISODate|ObjectId|UUID|Date)\(\s*"[^"\\\n]*"\s*\)|Number(?:Long|Int|Decimal)\([\d.-]+\)/
  .source
/** What can be between tokens, the first pattern that matches counts. */
const GAPS: readonly (readonly [
  pattern: RegExp,
  where: readonly TokenContext[],
  kind: string,
  hint: string,
])[] = [
  [
    /[\v\f\u0085\u00a0\u1680\u2000-\u200d\u2028\u2029\u202f\u205f\u2060\u3000\ufeff]+/y,
    ANYWHERE,
    'space',
    'write it as an ordinary space',
  ],
  [/`{3,}[\w-]*(?:[^\S\n\r]*(?:\r\n|\n|$))?/y, ['document'], 'fence', 'delete the Markdown code fence'],
  [
    /(?:(?:\/\/|#)\s*)?(?:\.{3,}|…)[^\n\r,\]}"'{[]*|\/\*\s*(?:\.{3}|…)[^]*?\*\//y,
    ['memberValue', 'container'],
    'ellipsis',
    'write the content out in full',
  ],
  [
    /(?:[-*•–]|\(?(?:\d{1,3}|[a-z])[.)]|\[\d{1,3}\])(?<=[[,\n]\s*\S+)[ \t]+(?=[{[“']|"(?:[^"\\]|\\.)*"(?!\s*:))/y,
    ['container'],
    'list marker',
    'write the items of an array without numbers and dashes',
  ],
  [
    new RegExp(`(?:new )?(?=${CALL})\\w+\\(|\\)(?<=${CALL})`, 'y'),
    ['memberValue', 'container'],
    'call',
    'write the value without the call',
  ],
  [
    /\/\*[^]*?\*\/|(?<![^\s,{}[\]])(?:\/\/|#)[^\n\r]*/y,
    ANYWHERE,
    'comment',
    'JSON has no comments; move what it says into a member, or delete it',
  ],
]

/** What can hold content: of a comment, any word; of a fence, a label that is no language; an ellipsis stands for some. */
const CONTENT: Readonly<Record<string, RegExp>> = {
  comment: /[\p{L}\p{N}]/u,
  fence: OTHER_FENCE,
  ellipsis: /^/,
}

/** Skips white space, comments and the like, and returns the offset after them. */
function skipGap({ text }: Lexer, offset: number, context: TokenContext, mistakes: Mistake[]): number {
  if (STARTS_TOKEN.test(text.charAt(offset))) return offset
  let deleted = offset
  for (let at = offset; ;) {
    SPACE.lastIndex = at
    at += SPACE.exec(text)?.[0].length ?? 0
    const gap = findGap(text, at, context)
    if (!gap) return at
    const { kind, found } = gap
    const end = at + found.length
    const start = /comment|ellipsis/.test(kind) ? indentBefore(text, at, deleted, end) : at
    mistakes.push({
      kind,
      offset: at,
      hint: gap.hint,
      edits: [replacing(start, end, kind === 'space' ? ' ' : '')],
      certainty: CONTENT[kind]?.test(found) === true ? 'never' : 'always',
    })
    at = deleted = end
  }
}

function findGap(text: string, at: number, context: TokenContext) {
  if ('"{}],:'.includes(text.charAt(at))) return undefined
  for (const [pattern, where, kind, hint] of GAPS) {
    pattern.lastIndex = at
    const found = where.includes(context) ? pattern.exec(text)?.[0] : undefined
    if (found !== undefined && (kind !== 'comment' || isComment(context, found))) return { kind, hint, found }
  }
  return undefined
}

/** Whether it is in a block, or in a line and cannot be content: beside a string, one word like `#42`, or in place of a value. */
const isComment = (context: TokenContext, comment: string): boolean =>
  comment.startsWith('/*') ||
  (!(comment.startsWith('#') && (context === 'document' || /^#\S*\s*$/.test(comment))) &&
    (context !== 'memberValue' || /^(?:#|\/\/)\s/.test(comment)))

/** The start of the white space before a comment, and of its line if nothing else is in it. */
function indentBefore(text: string, at: number, from: number, end: number): number {
  const isLastInLine = /^[\n\r]?$/.test(text.charAt(end))
  const before = text.slice(Math.max(from, at - MAX_INDENT), at)
  return at - ((isLastInLine ? /(?:\r?\n)?[ \t]*$/ : /[ \t]*$/).exec(before)?.[0].length ?? 0)
}

/** White space before a comment that is deleted too. */
const MAX_INDENT = 200
