import { useTarget } from '../support/programs/attack-target.ts'

const target = useTarget()

test('thousands of unknown members are rejected with 400, which lists the first 100 and the total number', async () => {
  const raw = JSON.stringify(Object.fromEntries(Array.from({ length: 9_000 }, (_, i) => [`m${i}`, 1])))
  const { status, problem } = await target.send('POST', '/api/v1/projects', { raw })
  expect([status, problem.errors.length]).toEqual([400, 100])
  expect(problem.detail).toContain('the first 100 of 9001 errors are listed')
})

const items = (count: number, item: string): string => `[${Array<string>(count).fill(item).join()}]`
const MEMBERS = Array.from({ length: 3_000 }, (_, i) => `"${i}":1`).join()

test.each([
  ['a million items', items(1_000_000, '{}'), 'must have at most 100 items'],
  ['items with 300,000 members', items(100, `{${MEMBERS}}`), 'must have only known members'],
])('a list of %s is rejected with 400 at once, and memory does not grow', async (_, raw, message) => {
  const send = () => target.send('POST', '/api/v1/projects/none/tasks/batch', { raw })
  const { status, problem } = await send()
  expect([status, problem.errors]).toEqual([400, [{ field: 'body', message }]])
  // Each body has more than the accepted growth.
  await target.expectFlatMemory(4, send)
})
