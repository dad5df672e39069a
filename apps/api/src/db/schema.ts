import type { ColumnType, Generated, GeneratedAlways } from 'kysely'

import type { ProjectStatus } from '../domain/project.ts'
import type { TaskPriority, TaskStatus } from '../domain/task.ts'

/** The tables and views after the last migration. Times are ISO 8601; a `bigint` is text with its decimal digits. */
export interface Database {
  projects: ProjectTable
  tasks: TaskTable
  idempotency_keys: IdempotencyKeyTable
  changes: ChangeTable
  change_ticks: ChangeTickTable
  database_epoch: { id: number; epoch: string; identity: string | null }
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

export type ChangeType = 'created' | 'updated' | 'deleted'

/** A change of the change feed. The name of a project is in `title`. The state is null after a deletion. */
export interface ChangeTable {
  transaction: Generated<string>
  id: GeneratedAlways<string>
  type: ChangeType
  project_id: string
  /** Null for a change of the project itself. */
  task_id: string | null
  version: string
  changed_at: Generated<string>
  title: string | null
  description: string | null
  status: ProjectStatus | TaskStatus | null
  priority: TaskPriority | null
  due_date: string | null
  created_at: string | null
  updated_at: string | null
}

interface ChangeTickTable {
  number: string
  snapshot: string
  created_at: Generated<string>
}
