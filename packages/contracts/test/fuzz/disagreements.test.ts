import { compareVerdicts } from './disagreements.ts'

test('compileSchema() answers as two independent validators do, whatever the schema and the value', () => {
  const { disagreements, accepted, refused } = compareVerdicts(60, 300, Date.now() % 2 ** 31)
  expect(disagreements).toEqual([])
  expect(Math.min(accepted, refused)).toBeGreaterThan(500)
})
