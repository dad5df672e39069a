import { checkAreas } from './check-areas.ts'

test('workbench board --check finds the defect of each seeded working area, and nothing in the others', async () => {
  const { defects, honest, failures } = await checkAreas(48, 1)
  expect(failures).toEqual([])
  expect(honest).toBe(24)
  expect(defects.size).toBeGreaterThan(8)
})
