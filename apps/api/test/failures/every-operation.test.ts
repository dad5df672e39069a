import type { OperationId } from '../../src/handlers/handler.ts'

import { useServerBehindProxy } from '../support/programs/behind-proxy.ts'
import type { RequestOptions } from '../support/requests/client.ts'
import { makeTask } from '../support/requests/make.ts'
import { summaryOf, UNAVAILABLE } from '../support/requests/unavailable.ts'

const at = useServerBehindProxy('query_timeout=1000', { CHANGES_TTL: '600' })

type Request = [method: string, path: string, options?: RequestOptions]

/** Requests of every operation for a project and a task that exist. */
const requestsOf = (project: string, task: string): Record<OperationId, Request[]> => ({
  createProject: [
    ['POST', '/api/v1/projects', { body: { name: 'A' } }],
    ['POST', '/api/v1/projects', { body: { name: 'A' }, headers: { 'Idempotency-Key': 'a' } }],
  ],
  listProjects: ['', '?status=ACTIVE&page=1', '?page=100', '?after=start', '?sort=name'].map((query) => [
    'GET',
    `/api/v1/projects${query}`,
  ]),
  getProject: [
    ['GET', project],
    ['GET', `${project}?include=taskCounts`],
  ],
  updateProject: [['PUT', project, { body: { name: 'B' } }]],
  patchProject: [
    ['PATCH', project, { body: { name: 'C' } }],
    ['PATCH', project, { body: { name: 'C' }, headers: { 'Idempotency-Key': 'c' } }],
  ],
  archiveProject: [
    ['POST', `${project}/archive`],
    ['POST', `${project}/archive`, { headers: { 'Idempotency-Key': 'b' } }],
  ],
  reactivateProject: [['POST', `${project}/reactivate`]],
  deleteProject: [['DELETE', project, { headers: { 'If-Match': '*' } }]],
  createTask: [['POST', `${project}/tasks`, { body: { title: 'A' } }]],
  listTasks: ['', '?status=TODO&priority=LOW', '?page=100', '?after=start'].map((query) => [
    'GET',
    `${project}/tasks${query}`,
  ]),
  createTasks: [['POST', `${project}/tasks/batch`, { body: [{ title: 'A' }] }]],
  listAllTasks: ['', '?q=A&sort=dueDate,desc', '?page=100', '?after=start'].map((query) => [
    'GET',
    `/api/v1/tasks${query}`,
  ]),
  getTask: [['GET', task]],
  updateTask: [['PUT', task, { body: { title: 'B' } }]],
  patchTask: [['PATCH', task, { body: { id: task.split('/').at(-1), title: 'C' } }]],
  updateTaskStatus: [['PATCH', `${task}/status`, { body: { status: 'DONE' } }]],
  deleteTask: [['DELETE', task]],
  listChanges: [
    ...['', '?after=start', '?after=1-1', '?after=start&wait=1'].map((query): Request => [
      'GET',
      `/api/v1/changes${query}`,
    ]),
    ['GET', '/api/v1/changes?after=start', { headers: { Accept: 'text/event-stream' } }],
  ],
})

test('every operation responds with 503 while the database is down, and as before when it is up again', async () => {
  const { id } = await makeTask(at.server, at.path.split('/').at(-1) ?? '')
  const requests = Object.values(requestsOf(at.path, `/api/v1/tasks/${id}`)).flat()
  await at.proxy.refuse()
  for (const [method, path, options] of requests)
    expect([method, path, summaryOf(await at.server.send(method, path, options))]).toEqual([
      method,
      path,
      UNAVAILABLE,
    ])
  await at.proxy.open()
  expect((await at.server.send('GET', '/api/v1/changes?after=start')).status).toBe(200)
})
