import { lazy } from '../../../lazy.ts'
import type { Container } from '../../tokenizer.ts'
import { hasLineBreak, skipGap } from '../gap.ts'

/** What a string is: the name of a member, a value in an object or in an array, or the whole document. */
export type StringRole = 'name' | Container | 'document'

/** How far the text after a quote is examined. Longer names and comments are not recognized. */
const WINDOW = 400

const expressions = lazy(() => {
  const quoted = String.raw`(?:"(?:[^"\\\n\r]|\\.)*"|'(?:[^'\\\n\r]|\\.)*'|\`(?:[^\`\\\n\r]|\\.)*\`|[“”„][^“”\n\r]*[“”"]|[‘’][^’\n\r]*’)`
  return {
    quotedName: new RegExp(`^${quoted}\\s*[:=]`),
    nameAndValue: new RegExp(`^${quoted}[^\\S\n\r]+(?:["'\`“„‘{[\\d.+-]|true|false|null|None|True|False)`),
    quotedValue: new RegExp(`^${quoted}\\s*?(?:[,;}\\]\n\r/#]|$)`),
    bareName: /^[\p{L}_$][\w$-]*\s*[:=]/u,
  }
})
const ITEM = /^(?:["'`“„‘{[.…\d+-]|(?:true|false|null|None|True|False|NaN|undefined)\b)/

/** Whether a member of an object starts at the offset. At the start of a line, its quotes or its colon can be missing. */
export function isMemberAt(text: string, at: number, isNewLine: boolean): boolean {
  const rest = text.slice(at, at + WINDOW)
  const { quotedName, bareName, nameAndValue } = expressions()
  return quotedName.test(rest) || (isNewLine && (bareName.test(rest) || nameAndValue.test(rest)))
}

/** Whether a complete string is at the offset, and a comma, a closing bracket, a comment or the end of the line after it. */
export const isStringAt = (text: string, at: number): boolean =>
  expressions().quotedValue.test(text.slice(at, at + WINDOW))

/** Whether a line continues the object or array, so that a string of the previous line was not closed. */
export function continuesContainer(text: string, lineStart: number, role: StringRole): boolean {
  const rest = text.slice(lineStart, lineStart + WINDOW)
  const at = skipGap(rest, 0)
  if (/[}\]]/.test(rest.charAt(at))) return endsContainer(rest, at, 'object') !== undefined
  return role === 'object' ? isMemberAt(rest, at, false) : role === 'array' && isStringAt(rest, at)
}

/**
 * Whether a quote before the offset can end a string, considering what follows: `certain` if text in a string rarely
 * looks like this, `possible` if it might as well be a part of the string.
 */
export function endsString(
  text: string,
  offset: number,
  role: StringRole,
): 'certain' | 'possible' | undefined {
  const rest = text.slice(offset, offset + WINDOW)
  const next = skipGap(rest, 0)
  if (role === 'name') {
    if (/[:=]/.test(rest.charAt(next))) return 'certain'
    return next > 0 && ITEM.test(rest.slice(next)) ? 'possible' : undefined
  }
  if (next === rest.length) return rest.length < WINDOW ? 'certain' : undefined
  if (role === 'document') return undefined
  let at = next
  while (/[,;]/.test(rest.charAt(at))) at = skipGap(rest, at + 1)
  const hasSeparator = at > next
  const isNewLine = hasLineBreak(rest.slice(0, at))
  if (/[}\]]/.test(rest.charAt(at))) return endsContainer(rest, at, role)
  if (role === 'array') {
    if (!hasSeparator && !isNewLine) return isStringAt(rest, at) ? 'possible' : undefined
    return ITEM.test(rest.slice(at)) ? (isNewLine ? 'certain' : 'possible') : undefined
  }
  if (isMemberAt(rest, at, isNewLine)) return hasSeparator || isNewLine ? 'certain' : 'possible'
  return hasSeparator && expressions().bareName.test(rest.slice(at)) ? 'possible' : undefined
}

/** As {@link endsString}, for a closing bracket after the quote. */
function endsContainer(rest: string, at: number, role: Container): 'certain' | 'possible' | undefined {
  const next = skipGap(rest, at + 1)
  const isPlausible =
    next === rest.length || /[,;}\]`]/.test(rest.charAt(next)) || hasLineBreak(rest.slice(at, next))
  if (!isPlausible) return undefined
  return rest.charAt(at) === (role === 'object' ? '}' : ']') ? 'certain' : 'possible'
}
