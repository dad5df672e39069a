import type { Project, Task } from './api.ts'
import type { TestClient } from './client.ts'

export const ABSENT_ID = '00000000-0000-7000-8000-000000000000'

/** Creates a project, and archives it if `archived` is set. */
export async function makeProject(
  api: TestClient,
  { archived = false, ...body }: { name?: string; description?: string; archived?: boolean } = {},
): Promise<Project> {
  const created = await api.send<Project>('POST', '/api/v1/projects', {
    body: { name: 'A project', ...body },
  })
  if (!archived) return created.body
  return (await api.send<Project>('POST', `/api/v1/projects/${created.body.id}/archive`)).body
}

/** Creates a task, and sets its status. */
export async function makeTask(
  api: TestClient,
  projectId: string,
  { status = 'TODO', ...body }: Partial<Task> = {},
): Promise<Task> {
  const path = `/api/v1/projects/${projectId}/tasks`
  const created = await api.send<Task>('POST', path, { body: { title: 'A task', ...body } })
  if (status === 'TODO') return created.body
  return (await api.send<Task>('PATCH', `/api/v1/tasks/${created.body.id}/status`, { body: { status } })).body
}
