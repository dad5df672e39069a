import { makeProject } from '../support/requests/make.ts'
import { startTarget, type Target } from '../support/programs/attack-target.ts'

let target: Target
beforeAll(async () => {
  target = await startTarget()
})
afterAll(() => target.stop())

test.each([
  ['a parameter of JSON', 200, (index: number) => `application/json; v${index}=${index}`],
  ['a charset of JSON', 415, (index: number) => `application/json; charset=x${index}`],
  ['a media type', 415, (index: number) => `application/x${index}`],
])('memory does not grow with Content-Types that differ in %s', async (_, status, contentType) => {
  const { id } = await makeProject(target)
  await target.expectFlatMemory(100, async (index) => {
    const options = { body: { name: 'a' }, headers: { 'Content-Type': contentType(index) } }
    expect((await target.send('PUT', `/api/v1/projects/${id}`, options)).status).toBe(status)
  })
  await target.expectServed()
})

test('memory does not grow with the Content-Types of operations without a body', async () => {
  const { id } = await makeProject(target)
  await target.expectFlatMemory(100, async (index) => {
    const headers = { 'Content-Type': `text/x${index}` }
    expect((await target.send('POST', `/api/v1/projects/${id}/archive`, { headers })).status).toBe(200)
    expect((await target.send('GET', `/api/v1/projects?size=1`, { headers })).status).toBe(200)
  })
  await target.expectServed()
})
