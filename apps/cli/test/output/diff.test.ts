import { applyPatch } from 'diff'

import { diffOf } from '../../src/output/diff.ts'

/** Texts of many lines. Every third line of the second one is different. */
const textsOf = (length: number): readonly [string, string] => {
  const lines = Array.from({ length }, (_, index) => `line ${index % 7}`)
  const changed = lines.map((line, index) => (index % 3 === 1 ? `new ${line}` : line))
  return [`${lines.join('\n')}\n`, `${changed.join('\n')}\n`]
}

describe('diffOf()', () => {
  it.each([
    ['a few lines differ', 'a\nb\nc\n', 'a\nB\nc\n'],
    ['hundreds of lines differ', ...textsOf(1000)],
    ['there is no line break at the end', 'a\nb', 'a\nc'],
  ])('makes the second text from the first one if %s', (_, before, after) => {
    const diff = diffOf('a.json', before, after)
    expect(diff.slice(0, 2)).toEqual(['--- a.json', '+++ a.json'])
    expect(applyPatch(before, `${diff.join('\n')}\n`)).toBe(after)
  })

  it('writes the name of a file on one line', () => {
    expect(diffOf('a\n::stop-commands::x.json', 'a', 'b').slice(0, 2)).toEqual([
      String.raw`--- a\u000a::stop-commands::x.json`,
      String.raw`+++ a\u000a::stop-commands::x.json`,
    ])
  })

  it('does not list thousands of different lines', () => {
    const diff = diffOf('a.json', ...textsOf(5000))
    expect(diff.slice(2)).toEqual(['more than 1000 lines differ; they are not listed'])
  })
})
