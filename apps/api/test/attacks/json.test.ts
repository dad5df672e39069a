import { useTarget } from '../support/programs/attack-target.ts'

const target = useTarget()

const post = (raw: string) => target.send('POST', '/api/v1/projects', { raw })

const DEPTH = 50_000
const deep = (open: string, close: string, inside = ''): string =>
  open.repeat(DEPTH / open.length) + inside + close.repeat(DEPTH / open.length)

test.each([
  ['lists in lists', deep('[', ']'), { field: 'body', message: 'must be an object' }],
  ['lists that never end', '['.repeat(100_000), { field: 'body', message: 'must be well-formed JSON' }],
  ['objects in objects', deep('{"a":', '}', '1'), { field: 'a', message: 'is not a known member' }],
  ['lists in a member', `{"name":${deep('[', ']')}}`, { field: 'name', message: 'must be a string' }],
])('a body of deeply nested %s is rejected with 400, and memory does not grow', async (_, raw, error) => {
  const { status, problem } = await post(raw)
  expect(status).toBe(400)
  expect(problem.errors).toContainEqual(error)
  await target.expectFlatMemory(20, () => post(raw))
})

test('thousands of unknown members are rejected with 400, which lists the first 100 and the total number', async () => {
  const raw = JSON.stringify(Object.fromEntries(Array.from({ length: 9_000 }, (_, i) => [`m${i}`, 1])))
  const { status, problem } = await post(raw)
  expect([status, problem.errors.length]).toEqual([400, 100])
  expect(problem.detail).toContain('the first 100 of 9001 errors are listed')
  await target.expectFlatMemory(20, () => post(raw))
})
