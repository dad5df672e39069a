import { formatTable } from '../../src/output/format-table.ts'
import { formatAge, formatBytes } from '../../src/output/format.ts'

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

  it('does not count the codes of a style in the width of a cell', () => {
    const style = (text: string) => `\u001b[31m${text}\u001b[39m`
    const rows = [
      [{ text: 'ab', style }, 'x'],
      ['abc', 'y'],
    ]
    expect(formatTable(rows, output)).toBe('\u001b[31mab\u001b[39m   x\nabc  y')
  })

  it('aligns columns after wide characters and combining marks', () => {
    const rows = [
      ['漢字', 'x'],
      ['e\u0301', 'y'],
      ['abcd', 'z'],
    ]
    expect(formatTable(rows, output)).toBe('漢字  x\ne\u0301     y\nabcd  z')
  })

  it.each([
    ['a line break', 'a\nb', 'a\\u000ab  x'],
    ['a color code', '\u001b[31ma', '\\u001b[31ma  x'],
    ['a zero-width space', 'a\u200bb', 'a\\u200bb  x'],
    ['a filler, which is a letter without a shape', 'a\u3164b', 'a\\u{3164}b  x'],
    ['spaces that pretend to be a column', 'a  \u2003  valid', 'a valid  x'],
  ])('keeps %s from changing the table', (_, cell, line) => {
    expect(formatTable([[cell, 'x']], output)).toBe(line)
  })

  it.each([
    ['a word that is wider than its column', 'x'.repeat(50), `${'x'.repeat(44)}  y\n${'x'.repeat(6)}`],
    ['wide characters', '字'.repeat(23), `${'字'.repeat(22)}  y\n字`],
  ])('breaks %s', (_, cell, table) => {
    expect(formatTable([[cell, 'y']], output)).toBe(table)
  })

  it('lays out 200,000 rows', () => {
    const rows = Array.from({ length: 200_000 }, () => ['a', 'b'])
    expect(formatTable(rows, output)).toHaveLength(200_000 * 'a  b\n'.length - 1)
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

  it('makes the widest columns narrower before it breaks words', () => {
    const sentence = 'either a number, or one of several strings'
    const rows = [['location.component', sentence, `description: ${sentence} ${sentence}`]]
    const lines = formatTable(rows, { ...output, columns: 60 }).split('\n')
    const words = lines.flatMap((line) => line.trim().split(/ +/))
    expect(words.sort()).toEqual(rows.flat().join(' ').split(' ').sort())
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThanOrEqual(60)
  })

  it('uses 120 characters if the output is not a terminal', () => {
    const words = 'word '.repeat(24).trim()
    expect(formatTable([['a', words]], { write: () => undefined })).toMatch(/^a {2}(word ?){23}\n {3}word$/)
  })
})
