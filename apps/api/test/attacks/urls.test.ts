import { expectProblem, useTarget } from '../support/programs/attack-target.ts'

const target = useTarget()

const get = (url: string): Promise<string> =>
  target.exchange(`GET ${url} HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n`)

test.each([
  '/../../etc/passwd',
  '/swagger-ui/..%2fpackage.json',
  '/swagger-ui/package.json',
  '//',
  '/\\',
  '/api/v1//projects',
  '/errors/__proto__',
  '*',
  'http://localhost/x',
])('GET %s responds with 404', async (url) => {
  await expectProblem(target, await get(url), 404)
})

test.each([
  ['access tokens', `/${'eyJ'.repeat(5_000)}`],
  ['URLs with passwords', `/${'a'.repeat(15_000)}/password`],
])('request targets that look like the start of many %s are logged quickly', async (_, path) => {
  // With a regular expression that takes quadratic time, the test reaches its timeout.
  for (let i = 0; i < 200; i++) expect((await target.send('GET', path)).status).toBe(404)
})
