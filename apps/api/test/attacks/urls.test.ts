import { expectProblem, useTarget } from '../support/programs/attack-target.ts'

const PROJECTS = '/api/v1/projects'

const target = useTarget()

const get = (url: string): Promise<string> =>
  target.exchange(`GET ${url} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)

describe('invalid percent encoding', () => {
  test.each(['%', '%%', '%zz', '%E0%A4', '%C0%AF', '%FF', '%ud800', 'a%', '%2', '%00', '%ED%A0%80', '%25%'])(
    '%s as an id gets 404',
    async (id) => {
      await expectProblem(target, await get(`${PROJECTS}/${id}`), 404)
      await expectProblem(target, await get(`/api/v1/tasks/${id}`), 404)
      await expectProblem(target, await get(`/${id}`), 404)
    },
  )

  test.each(['status', 'sort', 'page', 'other'])('in the query parameter %s gets 400', async (name) => {
    for (const value of ['%', '%zz', '%E0%A4', '%00', '%FF%FE']) {
      await expectProblem(target, await get(`${PROJECTS}?${name}=${value}`), 400)
    }
  })

  test.each(['%', '%zz=1', '%E0%A4=1', '%00=1'])('in the query ?%s gets 400', async (query) => {
    await expectProblem(target, await get(`${PROJECTS}?${query}`), 400)
  })
})

test('thousands of parameters are rejected with 400, which lists the first 100', async () => {
  // Each name has at least two characters: `q` is a parameter.
  const query = Array.from({ length: 2_500 }, (_, i) => `${(i + 36).toString(36)}=`).join('&')
  const problem = await expectProblem(target, await get(`${PROJECTS}?${query}`), 400)
  expect(problem['errors']).toHaveLength(100)
  expect(problem['detail']).toContain('the first 100 of 2500 errors')
  await target.expectFlatMemory(20, () => get(`${PROJECTS}?${query}`))
})

test.each([
  '/../../etc/passwd',
  '/swagger-ui/../package.json',
  '/swagger-ui/..%2fpackage.json',
  '/swagger-ui/%2e%2e/package.json',
  '//',
  '/\\',
  '/api/v1//projects',
  '/api/v1/projects/..',
  '/errors/__proto__',
  '/errors/constructor',
  '/swagger-ui/swagger-ui.css/x',
  '*',
  'http://localhost/x',
])('GET %s responds with 404', async (url) => {
  await expectProblem(target, await get(url), 404)
})

test('the longest possible id gets 404, and memory does not grow', async () => {
  const id = 'x'.repeat(15_000)
  expect((await target.send('GET', `${PROJECTS}/${id}`)).status).toBe(404)
  await target.expectFlatMemory(100, (index) => target.send('GET', `${PROJECTS}/${id.slice(index)}`))
})

test.each([
  ['access tokens', `/${'eyJ'.repeat(5_000)}`],
  ['URLs with passwords', `/${'a'.repeat(15_000)}/password`],
])('request targets that look like the start of many %s are logged quickly', async (_, path) => {
  // With a regular expression that takes quadratic time, the test reaches its timeout.
  for (let i = 0; i < 200; i++) expect((await target.send('GET', path)).status).toBe(404)
})

test('memory does not grow with the number of different ids', async () => {
  await target.expectFlatMemory(200, (index) => target.send('GET', `${PROJECTS}/${index}?size${index}=1`))
})
