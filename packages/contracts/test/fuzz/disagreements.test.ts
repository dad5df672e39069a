import { compareValidators } from './disagreements.ts'

test('compileSchema() agrees with two independent validators on random schemas and values', () => {
  const { disagreements, accepted, rejected } = compareValidators(60, 300, Date.now() % 2 ** 31)
  expect(disagreements).toEqual([])
  expect(Math.min(accepted, rejected)).toBeGreaterThan(500)
})
