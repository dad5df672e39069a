import { sql, type SqlBool } from 'kysely'

import type { AllTasksSortField, TaskSortField } from '../../domain/page.ts'
import { type Task, TASK_PRIORITIES, TASK_STATUSES } from '../../domain/task.ts'
import { selection, TASK_COLUMNS } from '../columns.ts'
import { isUuid } from '../ids.ts'
import { comparing, oneOf, UPDATED_AFTER } from '../query/filters.ts'
import type { SortColumns } from '../query/order-by.ts'
import { defineList } from '../query/select-page.ts'
import { textSearch } from '../query/text-search.ts'

/** The columns of counted filters have the same names in the table and in the view of its totals. */
const TASK_FILTERS = {
  status: oneOf('status'),
  priority: oneOf('priority'),
  dueBefore: comparing((value) => sql`(due_date_missing = 0 and due_date <= ${value})`),
  dueAfter: comparing((value) => sql`(due_date_missing = 0 and due_date >= ${value})`),
  dueDate: {
    read: () => ({ form: 'none', value: undefined }),
    condition: () => sql<SqlBool>`due_date_missing = 1`,
  },
  updatedAfter: UPDATED_AFTER,
  q: textSearch('title'),
}

/** An id that is no UUID names no project. */
const ALL_TASK_FILTERS = {
  projectId: oneOf('project_id', isUuid),
  projectStatus: oneOf(
    'status',
    undefined,
    (isOneOf) => sql`(bucket, project_id) in (select bucket, id from projects where ${isOneOf})`,
  ),
  ...TASK_FILTERS,
}

const ALL_TASK_SORTS: Record<AllTasksSortField, SortColumns> = {
  id: { column: 'id' },
  priority: { column: 'priority_rank', ranked: TASK_PRIORITIES },
  dueDate: { nullRank: 'due_date_missing', column: 'due_date' },
  createdAt: { column: 'created_at' },
  updatedAt: { column: 'updated_at' },
}

const SORTS: Record<TaskSortField, SortColumns> = {
  ...ALL_TASK_SORTS,
  title: { column: 'title' },
  status: { column: 'status_rank', ranked: TASK_STATUSES },
}

/** The tasks of a project, or those that filters leave. */
export const TASKS = defineList<Task, TaskSortField, keyof typeof TASK_FILTERS>({
  table: 'tasks',
  ofProject: true,
  columns: selection('tasks', TASK_COLUMNS),
  filters: TASK_FILTERS,
  sorts: SORTS,
  totals: 'task_totals',
})

/** The tasks of all projects. They have indexes for some sorts only, because every write maintains each index. */
export const ALL_TASKS = defineList<Task, AllTasksSortField, keyof typeof ALL_TASK_FILTERS>({
  table: 'tasks',
  ofProject: false,
  columns: selection('tasks', TASK_COLUMNS),
  filters: ALL_TASK_FILTERS,
  sorts: ALL_TASK_SORTS,
  totals: 'task_totals',
})
