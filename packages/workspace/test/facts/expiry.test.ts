import { isExpired, isIsoDate } from '@workbench/workspace'

import { draft, TODAY } from '../project.ts'

const factThatExpires = (expires?: unknown) =>
  ({ ...draft(), schema: 'fact.v1', producedBy: 'a', id: 'fact-0001', created: TODAY, expires }) as never

describe('isIsoDate()', () => {
  it.each(['2026-01-31', '2024-02-29', '0001-01-01', '9999-12-31'])('accepts %s', (text) => {
    expect(isIsoDate(text)).toBe(true)
  })

  it.each([
    '2026-02-29',
    '2026-04-31',
    '2026-13-01',
    '2026-00-10',
    '2026-1-31',
    '31.01.2026',
    '2026-01-31T00:00:00Z',
    ' 2026-01-31',
    '2026-01-31 ',
    '+002026-01-31',
    '+012026-01-31',
    'soon',
    '',
  ])('rejects %j', (text) => {
    expect(isIsoDate(text)).toBe(false)
  })
})

test.each([
  [undefined, false],
  ['2026-01-30', true],
  [TODAY, false],
  ['2026-02-01', false],
  ['next year', undefined],
  ['2026-02-30', undefined],
])('isExpired() of a fact that expires on %j is %j', (expires, expected) => {
  expect(isExpired(factThatExpires(expires), TODAY)).toBe(expected)
})
