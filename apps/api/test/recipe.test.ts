import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { startApi, type Task, type TestApi } from './support/api.ts'
import { requestOf, stepsIn } from './support/curl.ts'
import { makeProject } from './support/make.ts'

const page = readFileSync(new URL('../../../docs/api.md', import.meta.url), 'utf8')
const begin = page.indexOf('\n### Requests that are sent again\n')
const steps = stepsIn(page.slice(begin, page.indexOf('\n### ', begin + 1)))

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

const withoutIds = (text: string) => text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')

/** The status, and the headers that the page shows or that it would have to. */
const SHOWN_HEADERS = ['ETag', 'Location', 'Idempotent-Replayed']

test('docs/api.md shows what is answered to requests that are sent again', async () => {
  const variables: Record<string, string> = { PROJECT: (await makeProject(api)).id, KEY: randomUUID() }
  expect(steps).toHaveLength(4)
  for (const { commands, shown } of steps) {
    const { method, path, options } = requestOf(commands[0] ?? '', variables)
    const { status, headers, body } = await api.send<Task>(method, path, options)
    if (status === 201) variables['TASK'] = body.id
    const answered = SHOWN_HEADERS.filter((name) => headers.has(name)).map(
      (name) => `${name}: ${headers.get(name) ?? ''}`,
    )
    const [first = '', ...others] = shown.trim().split('\n')
    expect(first.split(' ')[1]).toBe(String(status))
    expect(others.map(withoutIds)).toEqual(answered.map(withoutIds))
  }
})
