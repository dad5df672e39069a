import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { type Task, useApi } from '../support/requests/api.ts'
import { requestOf, stepsIn } from '../support/requests/curl.ts'
import { makeProject } from '../support/requests/make.ts'

const page = readFileSync(new URL('../../../../docs/api.md', import.meta.url), 'utf8')
const begin = page.indexOf('\n## Retries and idempotency keys\n')
const steps = stepsIn(page.slice(begin, page.indexOf('\n## ', begin + 1)))

const api = useApi()

/** Replaces what is different each time: ids, and the time in the tag of a changed resource. */
const withoutIds = (text: string) =>
  text.replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id').replaceAll(/"1-\d{13}"/g, '"1-time"')

/** The headers that the page shows if the response has them. */
const SHOWN_HEADERS = ['ETag', 'Location', 'Idempotent-Replayed']

test('docs/api.md shows the responses to requests with an idempotency key and with If-Match', async () => {
  const variables: Record<string, string> = { PROJECT: (await makeProject(api)).id, KEY: randomUUID() }
  expect(steps).toHaveLength(4)
  for (const { commands, shown } of steps) {
    const { method, path, options } = requestOf(commands[0] ?? '', variables)
    const { status, headers, body } = await api.send<Task>(method, path, options)
    if (status === 201) variables['TASK'] = body.id
    const received = SHOWN_HEADERS.filter((name) => headers.has(name)).map(
      (name) => `${name}: ${headers.get(name) ?? ''}`,
    )
    const [first = '', ...others] = shown.trim().split('\n')
    expect(first.split(' ')[1]).toBe(String(status))
    expect(others.map(withoutIds)).toEqual(received.map(withoutIds))
  }
})
