import { replacing } from '../text/edits.ts'
import { EXPECTATIONS } from '../lexical/expectations.ts'
import { type State, withMistakes } from './grammar.ts'
import type { Token } from '../lexical/lexer.ts'
import { mistakesOfString } from '../lexical/string.ts'

/** What makes the start of a text JSON: it replaces the rest of the text. */
export interface Completion {
  readonly start: number
  /** What the last value lacks. */
  readonly ending: string
  /** The brackets that close the open containers. */
  readonly closers: string
}

export function completionOf({ at, expected, open, comma }: State): Completion {
  let closers = ''
  for (let container = open; container; container = container.outer) closers += container.closer
  const isAfterComma = expected === 'item' || expected === 'name'
  return {
    start: isAfterComma && comma ? comma.start : at,
    ending: expected === 'colon' ? ': null' : expected === 'memberValue' ? 'null' : '',
    closers,
  }
}

/** A text that was completed only to find its other violations. */
export interface Truncation {
  readonly closers: string
  readonly state: State
  /** Whether the last value is incomplete. */
  readonly isValueCut: boolean
}

/** A message does not list more closing brackets. */
const MAX_LISTED_CLOSERS = 20
const PARTIAL_ESCAPE = /(?:^|[^\\])(?:\\\\)*(\\(?:u[0-9a-fA-F]{0,3})?)$/

/** Reads a text that ends in a container or in a string. Returns undefined if it does not. */
export function readTruncated(state: State, token: Token, text: string): Truncation | undefined {
  const { expected, open } = state
  const isInString = token.kind === 'other' && text.charAt(token.start) === '"'
  const contentEnd = endOfContent(text)
  if (!open || (token.start < contentEnd && !isInString)) return undefined
  const { start, ending, closers } = isInString
    ? completionOfString(state, token, contentEnd, text)
    : completionOf(state)
  const where = isInString ? 'a string' : open.closer === '}' ? 'an object' : 'an array'
  const isComplete = !isInString && expected.startsWith('after') && closers.length <= MAX_LISTED_CLOSERS
  const mistake = {
    kind: 'truncated',
    offset: contentEnd,
    expected: EXPECTATIONS[isInString ? 'closingQuote' : expected],
    received: `the end of the text inside ${where}`,
    hint: isComplete
      ? `add "${closers}", unless content is missing`
      : 'the artifact is cut off; write it again in full',
    edits: [replacing(start, text.length, ending + closers)],
    certainty: 'never',
  } as const
  const inString = isInString ? mistakesOfString(text, token.start + 1, start) : []
  const completed = withMistakes(state, [...(isInString ? token.before : []), ...inString, mistake])
  // The start of a number can be a number: `12` of `12.5`.
  const isValueCut = ending !== '' || /[\w.+-]$/.test(text.slice(0, contentEnd))
  return { closers, state: completed, isValueCut }
}

function completionOfString(state: State, { start }: Token, contentEnd: number, text: string): Completion {
  const end = Math.max(contentEnd, start + 1)
  const partialEscape = PARTIAL_ESCAPE.exec(text.slice(Math.max(start, end - 100), end))?.[1] ?? ''
  const ending = state.expected === 'name' || state.expected === 'firstName' ? '": null' : '"'
  return { start: end - partialEscape.length, ending, closers: completionOf(state).closers }
}

/** The end of the text without white space and a closing code fence. */
function endOfContent(text: string): number {
  const trimmed = text.trimEnd()
  return (trimmed.endsWith('```') ? trimmed.slice(0, -3).trimEnd() : trimmed).length
}
