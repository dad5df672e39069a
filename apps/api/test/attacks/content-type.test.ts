import { makeProject } from '../support/requests/make.ts'
import { useTarget } from '../support/programs/attack-target.ts'

const target = useTarget()

test.each([
  ['a parameter of JSON', 'PUT', 200, (index: number) => `application/json; v${index}=${index}`],
  ['a charset of JSON', 'PUT', 415, (index: number) => `application/json; charset=x${index}`],
  ['a media type', 'PUT', 415, (index: number) => `application/x${index}`],
  ['a media type that no operation reads', 'GET', 200, (index: number) => `text/x${index}`],
])('memory does not grow with Content-Types that differ in %s', async (_, method, status, contentType) => {
  const path = `/api/v1/projects/${(await makeProject(target)).id}`
  await target.expectFlatMemory(100, async (index) => {
    const body = method === 'PUT' ? { name: 'a' } : undefined
    const options = { body, headers: { 'Content-Type': contentType(index) } }
    expect((await target.send(method, path, options)).status).toBe(status)
  })
})
