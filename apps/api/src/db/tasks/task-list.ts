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
import type { RowKey } from '../ids.ts'
import { compiler } from '../query/compiled-statement.ts'
import { hasKey, isInProject } from '../query/conditions.ts'
import { allOf, filterConditions, type FilterConditions, type FilterVariant } from '../query/filters.ts'
import type { IndexedSorts, SortColumns } from '../query/order-by.ts'
import { pageReader } from '../query/read-page.ts'

export interface TaskFilter {
  status: TaskStatus | undefined
  priority: TaskPriority | undefined
}

/** The columns of the filters have the same names in the table and in the view of its totals. */
const FILTERS: FilterConditions<TaskFilter> = {
  status: (value) => sql`status = ${value}`,
  priority: (value) => sql`priority = ${value}`,
}

/** The id and the bucket are those of the project. */
type Values = TaskFilter & RowKey

const SORTS: Record<TaskSortField, SortColumns> = {
  id: { column: 'id' },
  title: { column: 'title' },
  status: { column: 'status_rank', ranked: TASK_STATUSES },
  priority: { column: 'priority_rank', ranked: TASK_PRIORITIES },
  dueDate: { nullRank: 'due_date_missing', column: 'due_date' },
  createdAt: { column: 'created_at' },
  updatedAt: { column: 'updated_at' },
}

export const INDEXED_TASK_SORTS: IndexedSorts<TaskSortField> = {
  unfiltered: ['id', 'title', 'status', 'priority', 'dueDate', 'createdAt', 'updatedAt'],
  filtered: ['createdAt'],
}

const where = (values: Values, variant: FilterVariant) =>
  allOf(isInProject(values), ...filterConditions(FILTERS, values, variant))

/** The sum of the counters that triggers maintain for each status and priority. A project without tasks has none. */
const total = (values: Values, variant: FilterVariant) =>
  compiler
    .selectFrom('task_totals')
    .select(sql<string>`cast(coalesce(sum(total), 0) as bigint)`.as('total'))
    .where(where(values, variant))

/** Reads a page of the tasks of a project, filtered by status and priority. */
export const readTaskPage = pageReader<Task, Values, TaskSortField>({
  table: 'tasks',
  columns: selection('tasks', TASK_COLUMNS),
  sortColumns: SORTS,
  indexed: INDEXED_TASK_SORTS,
  where,
  total,
  count: (values, variant) =>
    compiler
      .selectFrom('projects')
      .select(sql<string>`(${total(values, variant)})`.as('total'))
      .where(hasKey('projects', values)),
})
