import type { Case } from '../corpus/case.ts'
import { textualMistakes } from '../corpus/textual/index.ts'
import { writeText } from '../corpus/write-text.ts'
import { rewrite } from './fixer.ts'

function seeded(name: string) {
  const mistake = textualMistakes.find((each) => each.name === name)
  if (!mistake) throw new Error(`There is no class ${name}`)
  return { mistake, seed: 1 }
}

function broken(...names: string[]): Case {
  const written = { id: 'F-1', title: 'A title', hours: '4' }
  const textMistakes = names.map(seeded)
  return {
    id: 'test',
    contract: 'test.v1',
    classes: names,
    isTextual: names.length > 0,
    isLossless: true,
    original: { ...written, hours: 4 },
    written,
    touched: [['/hours']],
    moves: [],
    accepted: [],
    unwritten: [],
    indent: 2,
    textMistakes,
    text: writeText(written, 2, textMistakes).text,
  }
}

const syntax = (line: number, column: number) => ({ path: '', keyword: 'syntax', line, column })
const hours = { path: '/hours', keyword: 'type', expected: 'number' }

describe('rewrite()', () => {
  it('corrects a mistake of the text everywhere if a violation points to one of its ranges', () => {
    const { text } = rewrite(broken('single quotes'), { length: 0, violations: [syntax(2, 3)] })
    expect(JSON.parse(text)).toEqual({ id: 'F-1', title: 'A title', hours: '4' })
  })

  it('keeps the mistakes of the text to which no violation points', () => {
    const { text } = rewrite(broken('code fence', 'unquoted names'), {
      length: 0,
      violations: [syntax(1, 1)],
    })
    expect(text).toMatch(/^\{\n {2}id: "F-1"/)
  })

  it('corrects all mistakes at the location to which a violation points', () => {
    const both = broken('missing comma', 'unquoted names')
    const line =
      1 + both.text.split('\n').findIndex((_, index, lines) => /[^,{]$/.test(lines[index - 1] ?? ''))
    const { text } = rewrite(both, { length: 0, violations: [syntax(line, 3)] })
    expect(JSON.parse(text)).toMatchObject({ id: 'F-1' })
  })

  it('writes the text again without mistakes if the answer has no location', () => {
    const violations = [{ path: '', keyword: 'syntax' }]
    const { text } = rewrite(broken('code fence', 'unquoted names'), { length: 0, violations })
    expect(JSON.parse(text)).toMatchObject({ id: 'F-1' })
  })

  it('fixes the value and the text in one round if the answer describes both', () => {
    const { text } = rewrite(broken('code fence'), { length: 0, violations: [syntax(1, 1), hours] })
    expect(JSON.parse(text)).toEqual({ id: 'F-1', title: 'A title', hours: 4 })
  })

  it('uses its content of a member that it has written under another name and at another pointer', () => {
    const moves = [
      { from: '/hours', to: '/work_hours' },
      { from: '', to: '/0' },
    ]
    const written = [{ work_hours: '4h' }]
    const violation = { path: '/0/work_hours', keyword: 'type', expected: 'number' }
    const { value } = rewrite({ ...broken(), written, moves }, { length: 0, violations: [violation] })
    expect(value).toEqual([{ work_hours: 4 }])
  })

  it('continues with the value that a program recovered', () => {
    const recovered = { id: 'F', hours: 'x' }
    const { value, text } = rewrite(broken('truncated'), { length: 0, violations: [hours], recovered })
    expect(value).toEqual({ id: 'F', hours: 4 })
    expect(JSON.parse(text)).toEqual(value)
  })
})
