import { readFileSync } from 'node:fs'

import { useApi } from '../support/requests/api.ts'
import { requestOf, stepsIn } from '../support/requests/curl.ts'

const guide = readFileSync(new URL('../../../../docs/getting-started.md', import.meta.url), 'utf8')
const steps = stepsIn(guide.slice(guide.indexOf('\n## Call the REST API\n')))

const api = useApi()

/** Parses the response bodies of an output block: one JSON value, or one per line. Response headers are skipped. */
function bodiesIn(shown: string): unknown[] {
  const text = shown.startsWith('HTTP/') ? shown.slice(shown.indexOf('\n\n')) : shown
  try {
    return [JSON.parse(text)]
  } catch {
    return text
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
  }
}

/** Replaces ids, timestamps and the server's address, which differ in each run. */
const comparable = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body)
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
      .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'time')
      .replaceAll(/https?:\/\/[^"]*(?=\/conflict)/g, 'errors'),
  )

describe('docs/getting-started.md', () => {
  test('has six steps that call the API', () => {
    expect(steps).toHaveLength(6)
  })

  test('shows the response body of each API call', async () => {
    const ids: Record<string, string> = {}
    for (const { commands, shown } of steps) {
      const responses: unknown[] = []
      for (const command of commands) {
        const { method, path, options } = requestOf(command, ids)
        const response = await api.send<{ id?: string }>(method, path, options)
        if (response.status === 201)
          ids[path.endsWith('/tasks') ? 'TASK' : 'PROJECT'] = response.body.id ?? ''
        responses.push(comparable(response.body))
      }
      expect(responses).toEqual(bodiesIn(shown).map(comparable))
    }
  })
})
