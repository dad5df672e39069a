import type { CorrectedFailure, Correction } from '../../src/failures/correction.ts'
import { withLiteral } from '../../src/validator/number-literals.ts'

/** The correction of a number where a text is expected. */
function correctionFor(
  text: string,
  received: unknown,
  correction: Correction,
  keyword = 'type',
): Correction {
  const found = { failure: { keyword, received }, correction } as unknown as CorrectedFailure
  return withLiteral(found, text, text.indexOf(':') + 1).correction
}

const correctionWith = (suggestion: string): Correction => ({
  suggestion,
  fix: [
    { op: 'remove', path: '/b' },
    { op: 'replace', path: '/c', value: 'other' },
    { op: 'replace', path: '/a', value: suggestion },
  ],
})

describe('the text of a number in a correction', () => {
  it.each([
    ['{"a":2.0}', 2, '2.0'],
    ['{"a":1e3}', 1000, '1e3'],
    ['{"a":1e+03}', 1000, '1e+03'],
    ['{"a":1E-02}', 0.01, '1E-02'],
    ['{"a":-2.50}', -2.5, '-2.50'],
    ['{"a":+7}', 7, '+7'],
    ['{"a":-0x1F}', -31, '-0x1F'],
    ['{"a":1_000}', 1000, '1_000'],
  ])('is that of the artifact: %s', (text, received, literal) => {
    const correction = correctionFor(text, received, correctionWith(String(received)))
    expect(correction).toEqual({ ...correctionWith(literal), literal })
  })

  it('stays as it is if it is the same', () => {
    const correction = correctionWith('31')
    expect(correctionFor('{"a":31}', 31, correction)).toBe(correction)
  })

  it.each(['{"a":32}', '{"a":"31"}', '{"a":}', '{"a":-31}', '{"a":x31}', '{"a":+}'])(
    'is not suggested if the text has another value there: %s',
    (text) => {
      expect(correctionFor(text, 31, correctionWith('31'))).toEqual({ hint: { kind: 'none' } })
    },
  )

  it('is not suggested if there is no number', () => {
    expect(correctionFor('{"a":}', 0, correctionWith('0'))).toEqual({ hint: { kind: 'none' } })
  })

  it('is not put into operations that do not replace the number', () => {
    const fix = [{ op: 'add', path: '/b', value: '2' }] as const
    expect(correctionFor('{"a":2.0}', 2, { suggestion: '2', fix }).fix).toEqual(fix)
  })

  it.each<[what: string, received: unknown, correction: Correction, keyword: string]>([
    ['another keyword', 2, correctionWith('2'), 'enum'],
    ['another type', '2', correctionWith('2'), 'type'],
    ['a suggestion that is no text', 2, { suggestion: [2] }, 'type'],
  ])('does not change a correction of %s', (_, received, correction, keyword) => {
    expect(correctionFor('{"a":2.0}', received, correction, keyword)).toBe(correction)
  })
})
