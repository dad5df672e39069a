import { flatness } from './flatness.ts'

const samplesOf = (mib: (i: number) => number) =>
  Array.from({ length: 40 }, (_, i) => ({ seconds: 10 * i, mib: mib(i) }))

test('flatness() reports a sawtooth as flat', () => {
  const { isFlat, slope } = flatness(samplesOf((i) => 100 + (i % 5)))
  expect(isFlat).toBe(true)
  expect(Math.abs(slope)).toBeLessThan(0.01)
})

test('flatness() reports constant growth as not flat, with its slope', () => {
  const { isFlat, slope, first, last } = flatness(samplesOf((i) => 100 + i))
  expect({ isFlat, first, last }).toEqual({ isFlat: false, first: 104.5, last: 134.5 })
  expect(slope).toBeCloseTo(0.1)
})

test('flatness() throws for fewer than 8 samples', () => {
  expect(() => flatness([])).toThrow('Expected at least 8 samples; received 0')
})
