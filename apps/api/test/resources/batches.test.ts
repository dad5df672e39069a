import type { components } from '../../src/openapi/types.ts'
import { type Page, type Project, type Task, useApi } from '../support/requests/api.ts'
import { ABSENT_ID, makeProject } from '../support/requests/make.ts'

const api = useApi({ settings: { CHANGES_TTL: '600' } })

let project: Project
beforeEach(async () => {
  project = await makeProject(api)
})

const create = (body: unknown, headers: Record<string, string> = {}, id = project.id) =>
  api.send<Task[]>('POST', `/api/v1/projects/${id}/tasks/batch`, { body, headers })
const list = async (): Promise<Page<Task>> =>
  (await api.send<Page<Task>>('GET', `/api/v1/projects/${project.id}/tasks?sort=createdAt&size=1000`)).body

test('100 tasks are created in the order of the request, which lists and changes have, too', async () => {
  type Changes = components['schemas']['ChangePage']
  const { body: before } = await api.send<Changes>('GET', '/api/v1/changes')
  const drafts = Array.from({ length: 100 }, (_, i) => ({
    title: `Task ${i}`,
    description: '😀'.repeat(2000),
  }))
  const { status, body } = await create(drafts)
  expect(status).toBe(201)
  expect(body.map(({ title, description }) => ({ title, description }))).toEqual(drafts)
  expect(body[0]).toMatchObject({ projectId: project.id, status: 'TODO', priority: 'MEDIUM', dueDate: null })
  expect(await list()).toMatchObject({ totalElements: 100, content: body })
  const tasks: unknown[] = []
  for (let after = before.cursor; tasks.length < 100;) {
    const path = `/api/v1/changes?after=${after}&wait=10&size=1000`
    const { body: feed } = await api.send<Changes>('GET', path)
    after = feed.cursor
    tasks.push(...feed.content.flatMap(({ task }) => task ?? []))
  }
  expect(tasks).toEqual(body)
})

test('a body in which every character is escaped is accepted', async () => {
  const escaped = '\\ud83d\\ude00'
  const item = `{"title":"${escaped.repeat(200)}","description":"${escaped.repeat(2000)}"}`
  const raw = `[${Array(100).fill(item).join(',')}]`
  expect((await api.send('POST', `/api/v1/projects/${project.id}/tasks/batch`, { raw })).status).toBe(201)
})

test('an invalid draft rejects all, and is named by its position', async () => {
  const drafts = [{ title: 'a' }, { title: 'x'.repeat(201), other: 1 }, { priority: 'no' }, 3]
  const { status, problem } = await create(drafts)
  const errors = problem.errors.map(({ field, message }) => `${field} ${message}`)
  expect([status, errors.sort()]).toEqual([
    400,
    [
      '[1].other is not a known member',
      '[1].title must have at most 200 characters',
      '[2].priority must be one of LOW, MEDIUM, HIGH',
      '[2].title is required',
      '[3] must be an object',
    ],
  ])
  expect((await list()).totalElements).toBe(0)
})

test.each([
  [[], 'must have at least 1 items'],
  [Array(101).fill({ title: 'a' }), 'must have at most 100 items'],
  [{ title: 'a' }, 'must be an array'],
])('a body that is not a list of 1 to 100 drafts is rejected', async (body, message) => {
  const { status, problem } = await create(body)
  expect([status, problem.errors]).toEqual([400, [{ field: 'body', message }]])
})

test('with an Idempotency-Key they are created once; a project that does not exist is 404', async () => {
  const key = { 'Idempotency-Key': 'batch' }
  const first = await create([{ title: 'a' }, { title: 'b' }], key)
  const again = await create([{ title: 'a', dueDate: null }, { title: 'b' }], key)
  expect([again.status, again.body]).toEqual([201, first.body])
  expect((await create([{ title: 'b' }, { title: 'a' }], key)).status).toBe(422)
  expect((await list()).totalElements).toBe(2)
  expect((await create([{ title: 'a' }], {}, ABSENT_ID)).status).toBe(404)
})
