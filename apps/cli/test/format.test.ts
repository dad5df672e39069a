import { formatTable } from '../src/format-table.ts'
import { formatAge, formatBytes } from '../src/format.ts'

describe('formatAge()', () => {
  const now = new Date('2026-01-31T12:00:00Z')
  it.each([
    [0, '0 s'],
    [-5, '0 s'],
    [59, '59 s'],
    [60, '1 min'],
    [119, '1 min'],
    [3_599, '59 min'],
    [3_600, '1 h'],
    [86_399, '23 h'],
    [86_400, '1 d'],
    [200 * 86_400, '200 d'],
  ])('formats %j seconds as %j', (seconds, expected) => {
    expect(formatAge(new Date(now.getTime() - seconds * 1000), now)).toBe(expected)
  })
})

describe('formatBytes()', () => {
  it.each([
    [0, '0 B'],
    [999, '999 B'],
    [1_000, '1.0 kB'],
    [3_449, '3.4 kB'],
    [999_000, '999.0 kB'],
    [1_000_000, '1.0 MB'],
    [12_340_000, '12.3 MB'],
  ])('formats %j as %j', (size, expected) => {
    expect(formatBytes(size)).toBe(expected)
  })
})

describe('formatTable()', () => {
  const output = { write: () => undefined, columns: 80 }

  it('makes each column as wide as its longest cell and two spaces', () => {
    const rows = [
      ['Id', 'State', 'Title'],
      ['fact-0001', '', 'One'],
    ]
    expect(formatTable(rows, output)).toBe('Id         State  Title\nfact-0001         One')
  })

  it('does not count color codes in the width of a cell', () => {
    const rows = [
      ['\u001b[31mab\u001b[39m', 'x'],
      ['abc', 'y'],
    ]
    expect(formatTable(rows, output)).toBe('\u001b[31mab\u001b[39m   x\nabc  y')
  })

  it('wraps a cell of more than 44 characters', () => {
    const word = 'x'.repeat(21)
    expect(formatTable([[`${word} ${word}x`, 'y']], output)).toBe(`${word} ${word}x  y`)
    expect(formatTable([[`${word} ${word}xx`, 'y']], output)).toBe(`${word}${' '.repeat(25)}y\n${word}xx`)
  })

  it('wraps the last column at the width of the terminal', () => {
    const rows = [['a', 'one two three four']]
    expect(formatTable(rows, { ...output, columns: 14 })).toBe('a  one two\n   three four')
  })

  it('uses 120 characters if the output is not a terminal', () => {
    const words = 'word '.repeat(24).trim()
    expect(formatTable([['a', words]], { write: () => undefined })).toMatch(/^a {2}(word ?){23}\n {3}word$/)
  })
})
