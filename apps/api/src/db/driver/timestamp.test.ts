import fc from 'fast-check'
import pg from 'pg'

import { toIsoTimestamp } from './timestamp.ts'

const parse = pg.types.getTypeParser(pg.types.builtins.TIMESTAMPTZ) as (text: string) => Date

/** Formats a date as PostgreSQL does in UTC, without trailing zeros in the fraction. */
function postgresText(date: Date): string {
  const text = date.toISOString().replace('T', ' ').replace('Z', '')
  return `${text.replace(/\.?0+$/, (end) => (end.startsWith('.') ? '' : end.replaceAll('0', '')))}+00`
}

test('toIsoTimestamp() returns the same text as the parser of the driver followed by toISOString()', () => {
  const dates = fc.date({ min: new Date('0001-01-01'), max: new Date('9999-12-31'), noInvalidDate: true })
  fc.assert(
    fc.property(dates, (date) => {
      expect(toIsoTimestamp(postgresText(date))).toBe(parse(postgresText(date)).toISOString())
    }),
  )
})

test.each([
  ['2026-04-30 09:15:00+00', '2026-04-30T09:15:00.000Z'],
  ['2026-04-30 09:15:00.2+00', '2026-04-30T09:15:00.200Z'],
  ['2026-04-30 09:15:00.25+00', '2026-04-30T09:15:00.250Z'],
  ['2026-04-30 09:15:00.257+00', '2026-04-30T09:15:00.257Z'],
])('toIsoTimestamp(%j) is %s', (text, iso) => {
  expect(toIsoTimestamp(text)).toBe(iso)
})
