import type { Generated, GeneratedAlways } from 'kysely'

import type { ProjectStatus } from '../../domain/project.ts'
import type { TaskPriority, TaskStatus } from '../../domain/task.ts'

export interface ChangeTables {
  changes: ChangeTable
  change_ticks: ChangeTickTable
}

/** The name of a project is in `title`. The state is null after a deletion. */
export interface ChangeTable {
  transaction: Generated<string>
  id: GeneratedAlways<string>
  type: 'created' | 'updated' | 'deleted'
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
