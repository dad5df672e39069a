import { applyPatch } from 'diff'

import { diffOf } from '../../src/output/diff.ts'

/** Texts of many lines. Every third line of the second one is different. */
const lines = Array.from({ length: 5000 }, (_, index) => `line ${index % 7}`)
const changed = lines.map((line, index) => (index % 3 === 1 ? `new ${line}` : line))

describe('diffOf()', () => {
  it.each([
    ['a few lines differ', 'a\nb\nc\n', 'a\nB\nc\n'],
    ['thousands of lines differ', `${lines.join('\n')}\n`, `${changed.join('\n')}\n`],
    ['thousands of lines differ, without a line break at the end', lines.join('\n'), changed.join('\n')],
    ['thousands of lines are added', 'a\nb', `a\n${lines.join('\n')}\nb`],
    ['thousands of lines are added at the end', 'a\n', `a\n${lines.join('\n')}\n`],
    ['thousands of lines are removed', `a\n${lines.join('\n')}\nb\n`, 'b\n'],
    ['one line becomes thousands', lines.join(' '), `${lines.join('\n')}\n`],
  ])('makes the second text from the first one if %s', (_, before, after) => {
    const diff = diffOf('a.json', before, after)
    expect(diff.slice(0, 2)).toEqual(['--- a.json', '+++ a.json'])
    expect(applyPatch(before, `${diff.join('\n')}\n`)).toBe(after)
  })
})
