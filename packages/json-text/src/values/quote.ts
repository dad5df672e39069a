import { stringifyEscaped } from './escape.ts'
import { isNumber, isString } from './json.ts'

/** The length, in code points, to which a message truncates a string. */
const MAX_ECHO_LENGTH = 60

/** Truncates a string and quotes it as JSON does. */
export const quote = (text: string): string => quoteWhole(truncate(text))

const quoteWhole = (text: string): string => (NEEDS_ESCAPE.test(text) ? stringifyEscaped(text) : `"${text}"`)

/** A character that JSON or {@link stringifyEscaped} escapes. */
const NEEDS_ESCAPE = /["\\\p{Cc}\p{Zl}\p{Zp}\p{Cf}\p{Cs}]/u

/** Formats a value as JSON and truncates it. */
export const formatJson = (value: unknown): string =>
  truncate(isString(value) ? quoteWhole(value) : isNumber(value) ? `${value}` : stringifyEscaped(value))

/** A longer text; the group is what a message keeps of it. */
const TOO_LONG = new RegExp(`^([^]{${MAX_ECHO_LENGTH - 1}})[^]{2}`, 'u')

/** Truncates a text for a message. */
export function truncate(text: string): string {
  const start = text.length > MAX_ECHO_LENGTH ? TOO_LONG.exec(text)?.[1] : undefined
  return start === undefined ? text : `${start}…`
}
