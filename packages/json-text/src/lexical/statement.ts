/** Whether a text has a name or an allowed value of the contract, in any case and with any separators. */
export type Mentions = (text: string) => boolean

/** A string, a member, or a number after a name. */
const MEMBER = /"[^"]*"|[“”]|['’`]\s*:|[\p{L}*_)\]]\s*[:=]\s*[-+]?\d/u
/** A remark that content was left out, or that what is written does not hold. */
const REMARK =
  /\b(?:continue|truncate|omit|remain|abbreviate|wrong|incorrect|invalid|outdated|obsolete|ignore|disregard|retract|do not use|don't use)/i
/** Words of a comment that stands for content. */
const OMISSION =
  /\b(?:more|others?|rest|elided|skipped|shortened|brevity|snip\w*|etc|and so on|unchanged|existing|same as|similar\w*|as before|(?:as|see) above)\b/i
const ALTERNATIVE = /\b(?:or|oder|ou|true|false|null)\b/i
/** A number or a date, which can be the value of a member, before and after a comment. */
const NUMBER_BEFORE = /[\s:,[]"?-?\d[\d.:TZe+-]*"?[ \t,]*$/
const NUMBER_AFTER = /^\s*(?:"[^"\n]*"\s*:\s*)?"?-?\d/
/** How much text is searched for one of them, in UTF-16 code units. */
const MAX_DISTANCE = 200
/** A longer comment is not deleted. */
const MAX_LENGTH = 20_000

/** Whether text beside JSON may state something, so that it cannot be deleted. */
export const statesSomething = (text: string, mentions: Mentions): boolean =>
  MEMBER.test(text) || REMARK.test(text) || mentions(text)

/** Whether a comment may state something: also an alternative, or another number than the one beside it. */
export function isStatement(text: string, start: number, end: number, mentions: Mentions): boolean {
  const comment = text.slice(start, end)
  const isBesideNumber = () =>
    NUMBER_BEFORE.test(text.slice(Math.max(0, start - MAX_DISTANCE), start)) ||
    NUMBER_AFTER.test(text.slice(end, end + MAX_DISTANCE))
  return (
    comment.length > MAX_LENGTH ||
    ALTERNATIVE.test(comment) ||
    OMISSION.test(comment) ||
    (/\d/.test(comment) && isBesideNumber()) ||
    statesSomething(comment, mentions)
  )
}
