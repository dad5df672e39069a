import { execFile } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'

import { startApi, type TestApi } from './support/api.ts'
import { description } from './support/contract.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

interface Result {
  data: Record<string, unknown> | undefined
  error: Record<string, unknown> | undefined
  response: Response
}
type Call = (options: { baseUrl: string; path?: unknown; query?: unknown; body?: unknown }) => Promise<Result>

let api: TestApi
let directory: string
let sdk: Record<string, Call>

/** Generates the client from the current OpenAPI document. */
beforeAll(async () => {
  api = await startApi()
  directory = await mkdtemp(join(root, 'test', 'generated-'))
  await promisify(execFile)(process.execPath, [
    join(root, 'test', 'support', 'generate-client.js'),
    directory,
  ])
  sdk = (await import(pathToFileURL(join(directory, 'sdk.gen.ts')).href)) as typeof sdk
})
afterAll(async () => {
  await rm(directory, { recursive: true, force: true })
  await api.stop()
})

test('a client generated from the OpenAPI document can call every operation', async () => {
  const called = new Set<string>()
  const call = async (
    operation: string,
    options: Omit<Parameters<Call>[0], 'baseUrl'> = {},
  ): Promise<Result> => {
    called.add(operation)
    const generated = sdk[operation]
    if (generated === undefined) throw new Error(`The client has no ${operation}`)
    return generated({ baseUrl: api.origin, ...options })
  }

  const project = (await call('createProject', { body: { name: 'Crane' } })).data
  const path = { id: project?.['id'] }
  expect(
    (
      await call('listProjects', {
        query: { status: 'ACTIVE', sort: ['name,asc', 'createdAt,desc'], size: 5 },
      })
    ).data,
  ).toMatchObject({
    content: [project],
    totalElements: 1,
  })
  expect((await call('getProject', { path })).data).toEqual(project)
  expect((await call('updateProject', { path, body: { name: 'New', description: 'd' } })).data).toMatchObject(
    { name: 'New' },
  )

  const ofProject = { projectId: project?.['id'] }
  const task = (
    await call('createTask', { path: ofProject, body: { title: 'Order', dueDate: '2026-04-30' } })
  ).data
  const taskPath = { id: task?.['id'] }
  expect(
    (await call('listTasks', { path: ofProject, query: { priority: 'MEDIUM', sort: ['dueDate,asc'] } })).data,
  ).toMatchObject({
    content: [task],
  })
  expect((await call('getTask', { path: taskPath })).data).toEqual(task)
  expect((await call('updateTask', { path: taskPath, body: { title: 'Buy' } })).data).toMatchObject({
    title: 'Buy',
  })
  expect((await call('updateTaskStatus', { path: taskPath, body: { status: 'DONE' } })).data).toMatchObject({
    status: 'DONE',
  })
  expect((await call('updateTaskStatus', { path: taskPath, body: { status: 'TODO' } })).error).toMatchObject({
    status: 409,
    from: 'DONE',
    to: 'TODO',
  })

  expect((await call('archiveProject', { path })).data).toMatchObject({ status: 'ARCHIVED' })
  expect((await call('deleteTask', { path: taskPath })).error).toMatchObject({ status: 409 })
  expect((await call('reactivateProject', { path })).data).toMatchObject({ status: 'ACTIVE' })
  expect((await call('deleteTask', { path: taskPath })).response.status).toBe(204)
  expect((await call('deleteProject', { path })).response.status).toBe(204)

  const operations = Object.values(description.paths).flatMap((item) =>
    Object.values(item).flatMap((operation) => ('operationId' in operation ? [operation.operationId] : [])),
  )
  expect(called).toEqual(new Set(operations))
  expect(called.size).toBe(13)
})
