import type autocannon from 'autocannon'

import type { KnownIds } from './test-data.ts'

export type Operation = (typeof OPERATIONS)[number]
export const OPERATIONS = ['get', 'list', 'create', 'status'] as const

export const TITLES: Record<Operation, string> = {
  get: 'Get a task by its id',
  list: 'List 20 tasks with the total',
  create: 'Create a task',
  status: 'Change the status of a task',
}

/** Measured only with and without what is recorded with it. */
export const CREATE_PROJECT = 'create project'

/** Measured only on plain and on distributed tables. */
export const LIST_PROJECTS = 'list projects'

const headers = { 'content-type': 'application/json' }
const project = JSON.stringify({ name: 'A new project', description: 'What the project is about' })
const body = JSON.stringify({
  title: 'A new task',
  description: 'What is to be done',
  priority: 'HIGH',
  dueDate: '2026-04-30',
})

/** Returns a function that creates the requests of an operation and rotates through the ids. */
export function requestsOf(
  operation: Operation | typeof CREATE_PROJECT | typeof LIST_PROJECTS,
  { projects, tasks }: KnownIds,
): () => autocannon.Request {
  let count = 0
  const next = (ids: readonly string[]): string => ids[count++ % ids.length] ?? ''
  switch (operation) {
    case 'get':
      return () => ({ method: 'GET', path: `/api/v1/tasks/${next(tasks)}` })
    case 'list':
      return () => ({
        method: 'GET',
        path: `/api/v1/projects/${next(projects)}/tasks?page=0&size=20&sort=createdAt,desc`,
      })
    case 'create':
      return () => ({ method: 'POST', path: `/api/v1/projects/${next(projects)}/tasks`, headers, body })
    case LIST_PROJECTS:
      return () => ({ method: 'GET', path: '/api/v1/projects?page=0&size=20&sort=createdAt,desc' })
    case CREATE_PROJECT:
      return () => ({ method: 'POST', path: '/api/v1/projects', headers, body: project })
    case 'status':
      return () => {
        const round = Math.floor(count / tasks.length)
        const status = round % 2 === 0 ? 'IN_PROGRESS' : 'TODO'
        return {
          method: 'PATCH',
          path: `/api/v1/tasks/${next(tasks)}/status`,
          headers,
          body: JSON.stringify({ status }),
        }
      }
  }
}
