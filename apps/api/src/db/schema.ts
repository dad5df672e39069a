import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

import type { ChangeTables } from '../changes/log/tables.ts'
import type { ProjectStatus } from '../domain/project.ts'
import type { TaskPriority, TaskStatus } from '../domain/task.ts'

/** The tables and views after the last migration. Times are ISO 8601; a `bigint` is text with its decimal digits. */
export interface Database extends ChangeTables {
  projects: ProjectTable
  tasks: TaskTable
  idempotency_keys: IdempotencyKeyTable
  database_epoch: { id: number; epoch: string; identity: string | null }
  project_counts: { status: ProjectStatus; slot: Generated<string>; projects: string }
  task_counts: TaskTotal & { slot: Generated<string>; tasks: string }
  project_totals: { status: ProjectStatus; total: string }
  task_totals: TaskTotal & { total: string }
}

export interface ProjectTable {
  id: string
  bucket: number
  name: string
  description: string | null
  status: ProjectStatus
  status_rank: GeneratedAlways<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  version: Generated<string>
}

export interface TaskTable {
  id: string
  bucket: number
  project_id: string
  title: string
  description: string | null
  status: TaskStatus
  status_rank: GeneratedAlways<number>
  priority: TaskPriority
  priority_rank: GeneratedAlways<number>
  due_date: string | null
  due_date_missing: GeneratedAlways<number>
  created_at: Generated<string>
  updated_at: Generated<string>
  version: Generated<string>
}

interface IdempotencyKeyTable {
  caller: string
  operation: string
  key: string
  fingerprint: string
  status: number
  headers: ColumnType<Record<string, string>, string, string>
  body: string
  expires_at: string
}

interface TaskTotal {
  bucket: Generated<number>
  project_id: string
  status: TaskStatus
  priority: TaskPriority
}
