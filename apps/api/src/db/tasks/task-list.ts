import { sql } from 'kysely'

import type { TaskSortField } from '../../domain/page.ts'
import {
  type Task,
  TASK_PRIORITIES,
  TASK_STATUSES,
  type TaskPriority,
  type TaskStatus,
} from '../../domain/task.ts'
import { selection, TASK_COLUMNS } from '../columns.ts'
import type { FilterConditions } from '../query/filters.ts'
import type { SortColumns } from '../query/order-by.ts'
import { defineList } from '../query/select-page.ts'

export interface TaskFilter {
  status: TaskStatus | undefined
  priority: TaskPriority | undefined
}

/** The columns of the filters have the same names in the table and in the view of its totals. */
const FILTERS: FilterConditions<TaskFilter> = {
  status: (value) => sql`status = ${value}`,
  priority: (value) => sql`priority = ${value}`,
}

const SORTS: Record<TaskSortField, SortColumns> = {
  id: { column: 'id' },
  title: { column: 'title' },
  status: { column: 'status_rank', ranked: TASK_STATUSES },
  priority: { column: 'priority_rank', ranked: TASK_PRIORITIES },
  dueDate: { nullRank: 'due_date_missing', column: 'due_date' },
  createdAt: { column: 'created_at' },
  updatedAt: { column: 'updated_at' },
}

/** The tasks of a project, or those with a status and a priority. */
export const TASKS = defineList<Task, TaskFilter, TaskSortField>({
  table: 'tasks',
  ofProject: true,
  columns: selection('tasks', TASK_COLUMNS),
  filters: FILTERS,
  sorts: SORTS,
  totals: { view: 'task_totals', filters: ['status', 'priority'] },
})
