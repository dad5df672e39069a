import { readFileSync } from 'node:fs'

import { startApi, type TestApi } from './support/api.ts'
import { requestOf, stepsIn } from './support/curl.ts'

const readme = readFileSync(new URL('../../../README.md', import.meta.url), 'utf8')
const section = readme.slice(readme.indexOf('\n## The Project and Task API\n'), readme.indexOf('\n## More\n'))
const steps = stepsIn(section)

let api: TestApi
beforeAll(async () => {
  api = await startApi()
})
afterAll(() => api.stop())

/** The bodies in what the README shows: one JSON value, or one a line, after the headers where there are any. */
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

/** Ids, times and the server's address are the reader's own. */
const comparable = (body: unknown): unknown =>
  JSON.parse(
    JSON.stringify(body)
      .replaceAll(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, 'id')
      .replaceAll(/\d{4}-\d{2}-\d{2}T[\d:.]+Z/g, 'time')
      .replaceAll(/https?:\/\/[^"]*(?=\/conflict)/g, 'errors'),
  )

describe('README.md', () => {
  test('has a walk through the API', () => {
    expect(steps).toHaveLength(7)
  })

  test('shows what the API answers, step by step', async () => {
    const ids: Record<string, string> = {}
    for (const { commands, shown } of steps) {
      const answers: unknown[] = []
      for (const command of commands) {
        const { method, path, options } = requestOf(command, ids)
        const answer = await api.send<{ id?: string }>(method, path, options)
        if (answer.status === 201) ids[path.endsWith('/tasks') ? 'TASK' : 'PROJECT'] = answer.body.id ?? ''
        answers.push(comparable(answer.body))
      }
      expect(answers).toEqual(bodiesIn(shown).map(comparable))
    }
  })
})
