import type { Generated, GeneratedAlways } from 'kysely'

import type { ProjectStatus } from '../domain/project.ts'
import type { TaskPriority, TaskStatus } from '../domain/task.ts'

/** The tables after the last migration. */
export interface Database {
  projects: ProjectTable
  tasks: TaskTable
  idempotency_keys: IdempotencyKeyTable
}

export interface ProjectTable {
  id: string
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
  headers: Record<string, string>
  body: string
  expires_at: Date
}
