/**
 * Converts the text of a `timestamptz(3)` in a session in UTC, such as `2026-04-30 09:15:00.25+00`, to ISO 8601 with
 * milliseconds, without a Date.
 */
export function toIsoTimestamp(text: string): string {
  const time = text.slice(11, -3)
  return `${text.slice(0, 10)}T${time.padEnd(12, time.includes('.') ? '0' : '.000')}Z`
}
