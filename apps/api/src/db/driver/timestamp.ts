/** `2026-04-30 09:15:00.25+00`, as PostgreSQL writes a moment of our era in a session that is in UTC. */
const LENGTHS = { shortest: '2026-04-30 09:15:00+00'.length, longest: '2026-04-30 09:15:00.257+00'.length }

/**
 * A moment as ISO-8601 in UTC, to the millisecond, from the text of a `timestamptz(3)`. The text of a session in
 * UTC is rewritten in place; any other is read by `parse`.
 */
export function toIsoTimestamp(text: string, parse: (text: string) => Date): string {
  const { length } = text
  const isUtc =
    length >= LENGTHS.shortest && length <= LENGTHS.longest && text.endsWith('+00') && text[10] === ' '
  if (!isUtc) return parse(text).toISOString()
  const time = text.slice(11, -3)
  return `${text.slice(0, 10)}T${time.length === 8 ? `${time}.000` : time.padEnd(12, '0')}Z`
}
