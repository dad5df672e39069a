import type { Case } from './corpus/case.ts'
import type { AnswerViolation } from './fixer/answer.ts'
import { rewrite } from './fixer/fixer.ts'
import type { Round } from './rounds.ts'
import { scoreRound } from './scores.ts'

const broken: Case = {
  id: 'test',
  contract: 'test.v1',
  classes: ['name in another case', 'enum value in another case'],
  isTextual: false,
  isLossless: true,
  original: { severity: 'high', title: 'A title', date: '2026-03-18' },
  written: { Severity: 'High', title: 'A title', date: '03/18/2026' },
  touched: [['/severity', '/Severity'], ['/date']],
  moves: [{ from: '/severity', to: '/Severity' }],
  accepted: ['/date'],
  unwritten: [],
  indent: 0,
  textMistakes: [],
  text: '',
}
const rename = { path: '/Severity', keyword: 'additionalProperties', suggestion: 'severity' }
const missing = { path: '/severity', keyword: 'required' }
const notAllowed = { path: '/severity', keyword: 'enum' }

function round(
  first: AnswerViolation[],
  second: AnswerViolation[],
  restored?: unknown,
  unwritten: readonly string[] = [],
): Round {
  const answer = { length: 0, violations: first }
  return {
    broken: { ...broken, unwritten },
    first: answer,
    rewritten: rewrite(broken, answer),
    second: { length: 0, violations: second },
    restored: restored === undefined ? undefined : JSON.stringify(restored),
  }
}

describe('scoreRound()', () => {
  it('counts a violation that only the second answer has as not reported', () => {
    expect(scoreRound(round([missing, rename], [notAllowed]), false).isReported).toBe(false)
    expect(scoreRound(round([missing, rename, notAllowed], [notAllowed]), false).isReported).toBe(true)
    expect(scoreRound(round([{ ...missing, template: 'low' }, rename], [notAllowed]), false).isReported).toBe(
      true,
    )
  })

  it('counts a mistake that no violation names as not reported', () => {
    expect(scoreRound(round([{ path: '', keyword: 'required' }], []), false).isReported).toBe(false)
    expect(scoreRound(round([{ path: '/title', keyword: 'x' }], []), false).isReported).toBe(false)
    expect(scoreRound(round([rename], []), true).isReported).toBe(true)
  })

  it('does not count mistakes in content that is not in the text', () => {
    const isReported = (unwritten: string[]) =>
      scoreRound(round([], [missing, notAllowed], undefined, unwritten), false).isReported
    expect(isReported([])).toBe(false)
    expect(isReported(['/title'])).toBe(false)
    // It was moved there from /severity, where the rewritten artifact has it again.
    expect(isReported(['/Severity'])).toBe(true)
  })

  it('counts a change at a pointer that no violation names as changed meaning, except of what the contract accepts', () => {
    const fix = [{ op: 'replace', path: '/title', value: 'Another' }]
    expect(scoreRound(round([rename, notAllowed], []), true).isChanged).toBe(false)
    expect(scoreRound(round([{ ...rename, fix }], []), true).isChanged).toBe(true)
    expect(scoreRound(round([{ ...rename, fix }], []), false).isChanged).toBe(false)
  })

  it('counts a restored artifact if it equals the original, and as changed meaning if it does not', () => {
    const { original } = broken
    expect(scoreRound(round([], [], original), false)).toMatchObject({ isRestored: true, isChanged: false })
    const inUsDates = { ...original, date: '03/18/2026' }
    expect(scoreRound(round([], [], inUsDates), false)).toMatchObject({ isRestored: false, isChanged: false })
    const other = { ...original, severity: 'low' }
    expect(scoreRound(round([], [], other), false)).toMatchObject({ isRestored: false, isChanged: true })
  })
})
