import { strict as assert } from 'node:assert'

import type { components } from '../../../../src/openapi/types.ts'

type Schemas = components['schemas']
type Project = Schemas['ProjectResponse']
export type Task = Schemas['TaskResponse']
type ProjectDraft = Schemas['ProjectRequest']
type TaskDraft = Schemas['TaskRequest']

interface Page<T> {
  content: T[]
  totalElements: number
}

/** All operations of the API, by a generated client. Each returns the body of a successful response. */
export interface Client {
  createProject: (draft: ProjectDraft) => Promise<Project>
  listProjects: (query: { status: Project['status']; size: number; sort: string[] }) => Promise<Page<Project>>
  getProject: (id: string) => Promise<Project>
  updateProject: (id: string, draft: ProjectDraft) => Promise<Project>
  patchProject: (id: string, patch: Partial<ProjectDraft>) => Promise<Project>
  archiveProject: (id: string) => Promise<Project>
  reactivateProject: (id: string) => Promise<Project>
  deleteProject: (id: string) => Promise<unknown>
  createTask: (projectId: string, draft: TaskDraft) => Promise<Task>
  listTasks: (projectId: string, query: { priority: Task['priority']; sort: string[] }) => Promise<Page<Task>>
  createTasks: (projectId: string, drafts: TaskDraft[]) => Promise<Task[]>
  listAllTasks: (query: {
    status: Task['status'] | Task['status'][]
    priority?: Task['priority'][]
    projectId: string[]
    dueDate?: 'none'
    q?: string
    sort: string[]
  }) => Promise<Page<Task>>
  getTask: (id: string) => Promise<Task>
  /** The draft may be a task as it was read. */
  updateTask: (id: string, draft: TaskDraft | Task) => Promise<Task>
  patchTask: (id: string, patch: Partial<TaskDraft> & { status?: Task['status'] }) => Promise<Task>
  updateTaskStatus: (id: string, status: Task['status']) => Promise<Task>
  deleteTask: (id: string) => Promise<unknown>
  /** Requests a status that is not allowed, and returns the problem. */
  requestStatus: (id: string, status: Task['status']) => Promise<{ status: number; detail: string }>
}

type NotAny<T> = 0 extends 1 & T ? never : unknown

/** Returns the value. A type of `any`, which a generator uses where it found no type, does not compile; undefined fails. */
export function known<T>(value: (T & NotAny<T>) | undefined): T {
  assert.notEqual(value, undefined)
  return value as T
}

/** The address of the server under test. */
export const origin = process.env['API_ORIGIN'] ?? ''

/** Calls every operation and checks the responses. */
export async function runScenario(client: Client): Promise<void> {
  const project = await client.createProject({ name: 'Crane' })
  assert.equal(project.status, 'ACTIVE')
  const projects = await client.listProjects({ status: 'ACTIVE', size: 1000, sort: ['name,asc', 'id,desc'] })
  assert.deepEqual(
    projects.content.find(({ id }) => id === project.id),
    project,
  )
  assert.deepEqual(await client.getProject(project.id), project)
  const renamed = await client.updateProject(project.id, { name: 'New', description: null })
  assert.equal(renamed.name, 'New')

  const task = await client.createTask(project.id, { title: 'Order', dueDate: '2026-04-30' })
  assert.equal(task.priority, 'MEDIUM')
  const tasks = await client.listTasks(project.id, { priority: 'MEDIUM', sort: ['dueDate,asc', 'title'] })
  assert.deepEqual([tasks.content, tasks.totalElements], [[task], 1])
  assert.deepEqual(await client.getTask(task.id), task)
  const replaced = await client.updateTask(task.id, { title: 'Buy', priority: 'LOW' })
  assert.deepEqual([replaced.title, replaced.priority, replaced.dueDate], ['Buy', 'LOW', null])
  const sentBack = await client.updateTask(task.id, { ...replaced, title: 'Buy two', dueDate: '2026-05-01' })
  assert.deepEqual([sentBack.title, sentBack.priority, sentBack.dueDate], ['Buy two', 'LOW', '2026-05-01'])
  const patched = await client.patchTask(task.id, { status: 'IN_PROGRESS', dueDate: null })
  assert.deepEqual([patched.title, patched.status, patched.dueDate], ['Buy two', 'IN_PROGRESS', null])
  assert.equal((await client.patchProject(project.id, { description: 'Tall' })).name, 'New')
  assert.equal((await client.patchProject(project.id, { description: null })).description, null)
  const created = await client.createTasks(project.id, [{ title: 'One' }, { title: 'Two', priority: 'HIGH' }])
  assert.deepEqual(
    created.map(({ title, priority }) => [title, priority]),
    [
      ['One', 'MEDIUM'],
      ['Two', 'HIGH'],
    ],
  )
  const found = await client.listAllTasks({
    status: ['TODO', 'IN_PROGRESS'],
    priority: ['LOW', 'HIGH'],
    projectId: [project.id],
    dueDate: 'none',
    sort: ['priority,desc'],
  })
  assert.deepEqual(
    found.content.map(({ title }) => title),
    ['Two', 'Buy two'],
  )
  const searched = await client.listAllTasks({
    status: 'TODO',
    projectId: [project.id],
    q: 'tw',
    sort: ['id'],
  })
  assert.equal(searched.totalElements, 1)
  assert.equal((await client.updateTaskStatus(task.id, 'DONE')).status, 'DONE')
  const problem = await client.requestStatus(task.id, 'TODO')
  assert.deepEqual([problem.status, problem.detail], [409, 'A task cannot move from DONE to TODO'])

  assert.equal((await client.archiveProject(project.id)).status, 'ARCHIVED')
  assert.equal((await client.reactivateProject(project.id)).status, 'ACTIVE')
  await client.deleteTask(task.id)
  await client.deleteProject(project.id)
  assert.equal((await client.listProjects({ status: 'ACTIVE', size: 1, sort: ['id'] })).totalElements, 0)
}
