/** The lengths of a timestamp after 1 AD in a session in UTC, such as `2026-04-30 09:15:00.25+00`. */
const MIN_LENGTH = '2026-04-30 09:15:00+00'.length
const MAX_LENGTH = '2026-04-30 09:15:00.257+00'.length

/**
 * Converts the text of a `timestamptz(3)` to ISO 8601 in UTC with milliseconds. Text in UTC is converted without a Date;
 * `parse` parses any other.
 */
export function toIsoTimestamp(text: string, parse: (text: string) => Date): string {
  const { length } = text
  const isUtc = length >= MIN_LENGTH && length <= MAX_LENGTH && text.endsWith('+00') && text[10] === ' '
  if (!isUtc) return parse(text).toISOString()
  const time = text.slice(11, -3)
  return `${text.slice(0, 10)}T${time.length === 8 ? `${time}.000` : time.padEnd(12, '0')}Z`
}
