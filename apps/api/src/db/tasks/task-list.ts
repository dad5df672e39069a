import { sql } from 'kysely'

import type { TaskSortField } from '../../domain/page.ts'
import { TASK_PRIORITIES, TASK_STATUSES, type TaskPriority, type TaskStatus } from '../../domain/task.ts'
import type { SortColumns } from '../query/order-by.ts'
import { hasIndex } from '../query/ranges-after.ts'
import { pageReader } from '../query/read-page.ts'
import { TASK_COLUMNS, type TaskRow } from '../rows.ts'

export interface TaskFilter {
  status?: TaskStatus | undefined
  priority?: TaskPriority | undefined
}

type Values = TaskFilter & { projectId: string }

/** The filters in use. */
interface Variant {
  byStatus: boolean
  byPriority: boolean
}

const SORT_COLUMNS: Record<TaskSortField, SortColumns> = {
  id: { column: 'id' },
  title: { column: 'title' },
  status: { column: 'status_rank', ranked: TASK_STATUSES },
  priority: { column: 'priority_rank', ranked: TASK_PRIORITIES },
  dueDate: { nullRank: 'due_date_missing', column: 'due_date' },
  createdAt: { column: 'created_at' },
  updatedAt: { column: 'updated_at' },
}

const columns = sql.join(TASK_COLUMNS.map((column) => sql.ref(`tasks.${column}`)))

/** Reads a page of the tasks of a project, filtered by status and priority. */
export const readTaskPage = pageReader<TaskRow, Values, Variant, TaskSortField>({
  sortColumns: SORT_COLUMNS,
  source: (values, variant) => ({
    table: sql.ref('tasks'),
    columns,
    where: where(values, variant),
    total: total(values, variant),
  }),
  total: (values, variant) => sql`
    select (${total(values, variant)}) as total from projects where id = ${values.projectId}`,
  // A position or a small offset, and an order that an index provides. The filtered lists have one for the default order
  // only.
  canPipeline: ({ byStatus, byPriority, sort, ...variant }) =>
    (!('scan' in variant) || variant.scan === 'offset') &&
    hasIndex(sort) &&
    (sort[0]?.field === 'createdAt' || !(byStatus || byPriority)),
})

/** The sum of the counters that triggers maintain for each status and priority. A project without tasks has none. */
function total(values: Values, variant: Variant) {
  return sql`
    select cast(coalesce(sum(total), 0) as bigint) as total from task_totals where ${where(values, variant)}`
}

function where({ projectId, status, priority }: Values, { byStatus, byPriority }: Variant) {
  const conditions = [
    sql`project_id = ${projectId}`,
    ...(byStatus ? [sql`status = ${status}`] : []),
    ...(byPriority ? [sql`priority = ${priority}`] : []),
  ]
  return sql.join(conditions, sql` and `)
}
