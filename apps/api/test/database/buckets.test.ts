import { bucketOf, newId } from '../../src/db/ids.ts'

import { type Task, useApi } from '../support/requests/api.ts'
import { makeProject, makeTask } from '../support/requests/make.ts'

const api = useApi()

/** Creates a task as a version before buckets does: with an id of another bucket, and without the column. */
async function insertEarlierTask(projectId: string): Promise<string> {
  const id = `${newId().slice(0, -3)}${projectId.endsWith('fff') ? '000' : 'fff'}`
  const task = { id, project_id: projectId, title: 'earlier', status: 'TODO', priority: 'LOW' } as const
  await api.db
    .insertInto('tasks')
    .values(task as never)
    .execute()
  return id
}

test('a task has the bucket of its project, and its id carries it', async () => {
  const project = await makeProject(api)
  const task = await makeTask(api, project.id.toUpperCase())
  expect(bucketOf(task.id)).toBe(bucketOf(project.id))
  const rows = await api.db
    .selectFrom('tasks')
    .innerJoin('projects', 'projects.id', 'tasks.project_id')
    .select(['tasks.bucket', 'projects.bucket as bucketOfProject'])
    .where('tasks.id', '=', task.id)
    .execute()
  expect(rows).toEqual([{ bucket: bucketOf(project.id), bucketOfProject: bucketOf(project.id) }])
})

test('a task of an earlier version is read, changed, listed and deleted by its id', async () => {
  const project = await makeProject(api)
  const id = await insertEarlierTask(project.id)
  const path = `/api/v1/tasks/${id}`
  expect((await api.send('GET', path)).body).toMatchObject({ id, projectId: project.id, title: 'earlier' })
  const update = { title: 'changed', priority: 'HIGH' }
  expect((await api.send('PUT', path, { body: update })).body).toMatchObject(update)
  const { content } = (await api.send('GET', `/api/v1/projects/${project.id}/tasks`)).body as {
    content: Task[]
  }
  expect(content).toMatchObject([{ id, title: 'changed' }])
  expect((await api.send('DELETE', path)).status).toBe(204)
  for (const status of [(await api.send('GET', path)).status, (await api.send('DELETE', path)).status])
    expect(status).toBe(404)
})
