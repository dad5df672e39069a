import { useTarget } from '../support/programs/attack-target.ts'
import type { TestResponse } from '../support/requests/client.ts'

const PROJECTS = '/api/v1/projects'

interface Problem {
  status: number
  detail: string
  errors: { field: string; message: string }[]
}

const target = useTarget()

const post = (raw: string): Promise<TestResponse<Problem>> => target.send<Problem>('POST', PROJECTS, { raw })

const DEPTH = 50_000
const deep = (open: string, close: string, inside = ''): string =>
  open.repeat(DEPTH / open.length) + inside + close.repeat(DEPTH / open.length)

test.each([
  ['lists in lists', deep('[', ']'), { field: 'body', message: 'must be an object' }],
  ['lists that never end', '['.repeat(100_000), { field: 'body', message: 'must be well-formed JSON' }],
  ['objects in objects', deep('{"a":', '}', '1'), { field: 'a', message: 'is not a known member' }],
  ['lists in a member', `{"name":${deep('[', ']')}}`, { field: 'name', message: 'must be a string' }],
])('a body of deeply nested %s is rejected with 400, and memory does not grow', async (_, raw, error) => {
  const { status, body } = await post(raw)
  expect(status).toBe(400)
  expect(body.errors).toContainEqual(error)
  await target.expectFlatMemory(20, () => post(raw))
})

test('thousands of unknown members are rejected with 400, which lists the first 100 and the total number', async () => {
  const raw = JSON.stringify(Object.fromEntries(Array.from({ length: 9_000 }, (_, i) => [`m${i}`, 1])))
  const { status, body, text } = await post(raw)
  expect(status).toBe(400)
  expect(body.errors).toHaveLength(100)
  expect(body.detail).toBe(
    'Validation failed for one or more fields; the first 100 of 9001 errors are listed',
  )
  expect(text.length).toBeLessThan(raw.length / 5)
  await target.expectFlatMemory(20, () => post(raw))
})
