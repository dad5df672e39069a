import { makeProject } from '../support/make.ts'
import { many, startTarget, type Target } from '../support/hostile.ts'

let target: Target
beforeAll(async () => {
  target = await startTarget()
})
afterAll(() => target.stop())

let variant = 0

test.each([
  ['a parameter of JSON', 200, () => `application/json; v${variant++}=${variant}`],
  ['a charset of JSON', 415, () => `application/json; charset=x${variant++}`],
  ['a media type', 415, () => `application/x${variant++}`],
])('a Content-Type that differs in %s each time costs no memory', async (_, status, contentType) => {
  const { id } = await makeProject(target)
  await target.expectFlatMemory(() =>
    many(200, async () => {
      const options = { body: { name: 'a' }, headers: { 'Content-Type': contentType() } }
      const answer = await target.send('PUT', `/api/v1/projects/${id}`, options)
      expect(answer.status).toBe(status)
    }),
  )
  await target.expectServed()
})

test('nor where no body is read', async () => {
  const { id } = await makeProject(target)
  await target.expectFlatMemory(() =>
    many(200, async () => {
      const headers = { 'Content-Type': `text/x${variant++}` }
      expect((await target.send('POST', `/api/v1/projects/${id}/archive`, { headers })).status).toBe(200)
      expect((await target.send('GET', `/api/v1/projects?size=1`, { headers })).status).toBe(200)
    }),
  )
  await target.expectServed()
})
