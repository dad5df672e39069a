import type { OperationId } from '../../../src/handlers/handler.ts'

import type { TestClient, TestResponse } from './client.ts'

/** A request that changes a project and a task which exist. */
export interface Write {
  operation: OperationId
  method: string
  /** Below `/api/v1`, with `{project}` and `{task}` for their ids. */
  path: string
  body?: object
}

/** One of each operation that writes. */
export const WRITES: readonly Write[] = [
  { operation: 'createProject', method: 'POST', path: '/projects', body: { name: 'New' } },
  { operation: 'updateProject', method: 'PUT', path: '/projects/{project}', body: { name: 'New' } },
  { operation: 'patchProject', method: 'PATCH', path: '/projects/{project}', body: { name: 'New' } },
  { operation: 'archiveProject', method: 'POST', path: '/projects/{project}/archive' },
  { operation: 'reactivateProject', method: 'POST', path: '/projects/{project}/reactivate' },
  { operation: 'createTask', method: 'POST', path: '/projects/{project}/tasks', body: { title: 'New' } },
  {
    ...{ operation: 'createTasks', method: 'POST', path: '/projects/{project}/tasks/batch' },
    body: [{ title: 'New' }],
  },
  { operation: 'updateTask', method: 'PUT', path: '/tasks/{task}', body: { title: 'New' } },
  { operation: 'patchTask', method: 'PATCH', path: '/tasks/{task}', body: { title: 'New' } },
  { operation: 'updateTaskStatus', method: 'PATCH', path: '/tasks/{task}/status', body: { status: 'DONE' } },
  { operation: 'deleteTask', method: 'DELETE', path: '/tasks/{task}' },
  { operation: 'deleteProject', method: 'DELETE', path: '/projects/{project}' },
]

interface Ids {
  project: string
  task: string
}

export const writePath = ({ path }: Write, { project, task }: Ids): string =>
  `/api/v1${path.replace('{project}', project).replace('{task}', task)}`

export const sendWrite = <Body>(
  client: TestClient,
  write: Write,
  ids: Ids,
  headers: Record<string, string> = {},
): Promise<TestResponse<Body>> =>
  client.send<Body>(write.method, writePath(write, ids), { body: write.body, headers })
