import { compileSchema, formatViolations, type Violation } from '@workbench/contracts'

import { violationsOf } from '../support/violations-of.ts'

const violation = (members: Partial<Violation> = {}): Violation => ({
  path: '/a',
  keyword: 'type',
  message: 'Expected a string',
  ...members,
})

describe('formatViolations()', () => {
  const validator = compileSchema({ items: { type: 'string' }, maxLength: 0 })
  const text = `[${Array.from({ length: 23 }, (_, index) => index).join(',\n')}]`
  const violations = violationsOf(validator.validateText(text))

  it('prints the first 20 violations, one per line, and counts the others', () => {
    const lines = formatViolations(violations).split('\n')
    expect(lines).toHaveLength(21)
    expect(lines[0]).toBe(
      '/0 (line 1, column 2): Expected a string; received the number 0; did you mean "0"?',
    )
    expect(lines[19]).toMatch(/^\/19 \(line 20, column 1\): /)
    expect(lines[20]).toBe('… and 3 more violations')
  })

  it('respects another limit', () => {
    expect(formatViolations(violations, { limit: 22 }).split('\n').at(-1)).toBe('… and 1 more violation')
    expect(formatViolations(violations, { limit: 23 }).split('\n')).toHaveLength(23)
    expect(formatViolations(violations, { limit: 0 })).toBe('… and 23 more violations')
    expect(formatViolations([])).toBe('')
  })

  it('prints "the artifact" for the root, and no position without text', () => {
    const root = violationsOf(validator.validate('a'))
    expect(formatViolations(root)).toBe('the artifact: Expected at most 0 characters; received 1')
  })

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
