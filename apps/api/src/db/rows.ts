import type { Selectable } from 'kysely'

import type { Project } from '../domain/project.ts'
import type { Task } from '../domain/task.ts'
import type { Versioned } from '../domain/version.ts'

import type { ProjectTable, TaskTable } from './schema.ts'

export const PROJECT_COLUMNS = ['id', 'name', 'description', 'status', 'created_at', 'updated_at'] as const

export const TASK_COLUMNS = [
  'id',
  'project_id',
  'title',
  'description',
  'status',
  'priority',
  'due_date',
  'created_at',
  'updated_at',
] as const

/** Lists leave out the version, because a list has no entity tag. */
export const VERSIONED_PROJECT_COLUMNS = [...PROJECT_COLUMNS, 'version'] as const
export const VERSIONED_TASK_COLUMNS = [...TASK_COLUMNS, 'version'] as const

export type ProjectRow = Pick<Selectable<ProjectTable>, (typeof PROJECT_COLUMNS)[number]>
export type TaskRow = Pick<Selectable<TaskTable>, (typeof TASK_COLUMNS)[number]>

export type VersionedProjectRow = ProjectRow & Pick<Selectable<ProjectTable>, 'version'>
export type VersionedTaskRow = TaskRow & Pick<Selectable<TaskTable>, 'version'>

/** The columns of a row that an outer join did not match. */
export type NullRow<Row> = { [Column in keyof Row]: null }

export function isPresent<Row extends { id: string }>(row: Row | NullRow<Row>): row is Row {
  return row.id !== null
}

export function toProject(row: ProjectRow): Project {
  return {
    id: row.id,
    name: row.name,
    description: row.description,
    status: row.status,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function toTask(row: TaskRow): Task {
  return {
    id: row.id,
    projectId: row.project_id,
    title: row.title,
    description: row.description,
    status: row.status,
    priority: row.priority,
    dueDate: row.due_date,
    createdAt: row.created_at,
    updatedAt: row.updated_at,
  }
}

export function toVersionedProject(row: VersionedProjectRow): Versioned<Project> {
  return { resource: toProject(row), version: row.version }
}

export function toVersionedTask(row: VersionedTaskRow): Versioned<Task> {
  return { resource: toTask(row), version: row.version }
}
