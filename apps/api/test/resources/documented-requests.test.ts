import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'

import { type Task, useApi } from '../support/requests/api.ts'
import { requestOf, stepsIn } from '../support/requests/curl.ts'
import { makeProject } from '../support/requests/make.ts'

const api = useApi()

/** The steps in a section of a page. */
function stepsOf(page: string, title: string) {
  const text = readFileSync(new URL(`../../../../docs/${page}`, import.meta.url), 'utf8')
  const begin = text.indexOf(`\n## ${title}\n`)
  return stepsIn(text.slice(begin, text.indexOf('\n## ', begin + 1)))
}

/** Replaces what is different each time: ids, times, and the address of the server. */
const comparable = (text: string): string =>
  text
    .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
    .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z|(?<="1-)\d{13}(?=")/g, 'time')
    .replaceAll(/https?:\/\/[^"]*(?=\/conflict)/g, 'errors')

/** The headers that docs/api.md shows if the response has them. */
const SHOWN_HEADERS = ['ETag', 'Location', 'Idempotent-Replayed']

test('docs/api.md shows the responses to requests with an idempotency key and with If-Match', async () => {
  const variables: Record<string, string> = { PROJECT: (await makeProject(api)).id, KEY: randomUUID() }
  const steps = stepsOf('api.md', 'Retries and idempotency keys')
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
    expect(others.map(comparable)).toEqual(received.map(comparable))
  }
})

/** The response bodies of an output block: one JSON value, or one per line. Response headers are skipped. */
function bodiesIn(shown: string): string[] {
  const text = shown.startsWith('HTTP/') ? shown.slice(shown.indexOf('\n\n')) : shown
  const isOne = text
    .trim()
    .split('\n')
    .some((line) => /^[{}]$/.test(line))
  return isOne ? [text] : text.trim().split('\n')
}

test('docs/getting-started.md shows the response body of each API call', async () => {
  await api.db.deleteFrom('projects').execute()
  const ids: Record<string, string> = {}
  const steps = stepsOf('getting-started.md', 'Call the REST API')
  expect(steps).toHaveLength(6)
  for (const { commands, shown } of steps) {
    const responses: unknown[] = []
    for (const command of commands) {
      const { method, path, options } = requestOf(command, ids)
      const { status, body, text } = await api.send<Task>(method, path, options)
      if (status === 201) ids[path.endsWith('/tasks') ? 'TASK' : 'PROJECT'] = body.id
      responses.push(JSON.parse(comparable(text)))
    }
    expect(responses).toEqual(bodiesIn(shown).map((each) => JSON.parse(comparable(each)) as unknown))
  }
})
