import { formatViolations, type Violation } from '@workbench/contracts'

const violation = (members: Partial<Violation> = {}): Violation => ({
  path: '/a',
  keyword: 'type',
  message: 'Expected a string',
  ...members,
})

describe('formatViolations()', () => {
  it.each<[what: string, members: Partial<Violation>, line: string]>([
    ['its path and its position', { line: 2, column: 3 }, '/a (line 2, column 3): Expected a string'],
    ['no position without a column', { line: 2 }, '/a: Expected a string'],
    ['no position without a line', { column: 3 }, '/a: Expected a string'],
    ['a path of 300 characters', { path: '/'.repeat(300) }, `${'/'.repeat(300)}: Expected a string`],
    [
      'the start and the end of a longer path',
      { path: `/start${'x'.repeat(300)}end` },
      `/start${'x'.repeat(144)}…${'x'.repeat(147)}end: Expected a string`,
    ],
  ])('prints %s', (_what, members, line) => {
    expect(formatViolations([violation(members)])).toBe(line)
  })

  it.each<[limit: number, more: number | undefined, last: string]>([
    [3, undefined, '/a: Expected a string'],
    [3, 0, '/a: Expected a string'],
    [2, 0, '… and 1 more violation'],
    [3, 1, '… and at least 1 more violation'],
    [1, 4, '… and at least 6 more violations'],
  ])('ends, with the limit %j for three violations and %j more, with: %s', (limit, more, last) => {
    const three = [violation(), violation(), violation()]
    const lines = formatViolations(three, { limit, more }).split('\n')
    expect(lines.at(-1)).toBe(last)
  })
})
