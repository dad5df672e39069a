import { checkAreas } from './check-areas.ts'
import { checkRecall } from './check-recall.ts'

test('workbench board --check finds the defect of each seeded working area, and nothing in the others', async () => {
  const { defects, withoutDefect, failures } = await checkAreas(48, 1)
  expect(failures).toEqual([])
  expect(withoutDefect).toBe(24)
  expect(defects.size).toBeGreaterThan(8)
})

test('the hook shows the current facts of each seeded memory, and no others', async () => {
  const { current, others, failures } = await checkRecall(40, 1)
  expect(failures).toEqual([])
  expect(Math.min(current, others)).toBeGreaterThan(40)
})
