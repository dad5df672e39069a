import type { Project, Task } from './api.ts'
import type { TestClient, TestResponse } from './client.ts'

export const ABSENT_ID = '00000000-0000-7000-8000-000000000000'

/** Creates a project, and archives it if `archived` is set. */
export async function makeProject(
  api: TestClient,
  { archived = false, ...body }: { name?: string; description?: string; archived?: boolean } = {},
): Promise<Project> {
  const created = await api.send<Project>('POST', '/api/v1/projects', {
    body: { name: 'A project', ...body },
  })
  const project = bodyOf(created)
  if (!archived) return project
  return bodyOf(await api.send<Project>('POST', `/api/v1/projects/${project.id}/archive`))
}

/** Creates a task, and sets its status. */
export async function makeTask(
  api: TestClient,
  projectId: string,
  { status = 'TODO', ...body }: Partial<Task> = {},
): Promise<Task> {
  const path = `/api/v1/projects/${projectId}/tasks`
  const task = bodyOf(await api.send<Task>('POST', path, { body: { title: 'A task', ...body } }))
  if (status === 'TODO') return task
  return bodyOf(await api.send<Task>('PATCH', `/api/v1/tasks/${task.id}/status`, { body: { status } }))
}

/** Returns the body of a successful response, and throws for any other one. */
function bodyOf<Body>({ status, body, text }: TestResponse<Body>): Body {
  if (status >= 400) throw new Error(`The server answered with ${status}: ${text}`)
  return body
}
