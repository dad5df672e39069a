import stringWidth from 'string-width'

import { codeFrame, linesIn } from '../../src/reporters/code-frame.ts'

/** The frame of the first occurrence of a word in a text of one line. */
const frameOf = (text: string, word: string, width: number) =>
  codeFrame(linesIn(Buffer.from(text)), 1, text.indexOf(word) + 1, width)

/** The text that stands above the mark. */
function markedText([line = '', mark = '']: readonly string[]): string {
  const start = stringWidth(mark) - 1
  let before = ''
  for (const character of line) {
    if (stringWidth(before) >= start) break
    before += character
  }
  return line.slice(before.length)
}

describe('a code frame', () => {
  const json = JSON.stringify({ title: 'x'.repeat(200), summary: '漢字'.repeat(100), severity: 'High' })

  it.each([40, 80, 100, 200])('of a long line fits in %i columns, with the mark below the value', (width) => {
    const frame = frameOf(json, '"High"', width)
    expect(Math.max(...frame.map((row) => stringWidth(row)))).toBeLessThanOrEqual(width)
    expect(markedText(frame)).toMatch(/^"High"/)
  })

  it.each([
    ['wide characters', '{"漢字漢字": "High"}'],
    ['combining marks', '{"e\u0301e\u0301": "High"}'],
    ['emoji of several characters', '{"👩‍👩‍👧‍👦": "High"}'],
    ['tabs', '{\t\t"a": "High"}'],
    ['control characters', '{"\u001b\u0007": "High"}'],
  ])('marks the value after %s', (_, text) => {
    expect(markedText(frameOf(text, '"High"', 80))).toBe('"High"}')
  })

  it('shows the line before, cut at the width, also after a line end of one carriage return', () => {
    const text = `{"a": "${'字'.repeat(100)}",\r"b": 1}`
    const [before = '', line] = codeFrame(linesIn(Buffer.from(text)), 2, 6, 40)
    expect(stringWidth(before)).toBeLessThanOrEqual(40)
    expect(line).toBe('2 │ "b": 1}')
  })
})
