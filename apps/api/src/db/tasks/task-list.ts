import { expressionBuilder, sql } from 'kysely'

import type { TaskSortField } from '../../domain/page.ts'
import {
  type Task,
  TASK_PRIORITIES,
  TASK_STATUSES,
  type TaskPriority,
  type TaskStatus,
} from '../../domain/task.ts'
import { selection, TASK_COLUMNS } from '../columns.ts'
import { compiler } from '../query/compiled-statement.ts'
import { hasId, isInProject } from '../query/conditions.ts'
import type { SortColumns } from '../query/order-by.ts'
import { hasIndex } from '../query/ranges-after.ts'
import { pageReader } from '../query/read-page.ts'
import type { Database } from '../schema.ts'

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

export const TASK_SORTS: Record<TaskSortField, SortColumns> = {
  id: { column: 'id', isIndexed: true },
  title: { column: 'title', isIndexed: true },
  status: { column: 'status_rank', ranked: TASK_STATUSES, isIndexed: true },
  priority: { column: 'priority_rank', ranked: TASK_PRIORITIES, isIndexed: true },
  dueDate: { nullRank: 'due_date_missing', column: 'due_date', isIndexed: true },
  createdAt: { column: 'created_at', isIndexed: true },
  updatedAt: { column: 'updated_at', isIndexed: true },
}

const eb = expressionBuilder<Database, 'task_totals'>()

/** The columns of the filters have the same names in the table and in the view of its totals. */
const where = ({ projectId, status, priority }: Values, { byStatus, byPriority }: Variant) =>
  eb.and([
    isInProject(projectId),
    ...(byStatus && status !== undefined ? [eb('status', '=', status)] : []),
    ...(byPriority && priority !== undefined ? [eb('priority', '=', priority)] : []),
  ])

/** The sum of the counters that triggers maintain for each status and priority. A project without tasks has none. */
const total = (values: Values, variant: Variant) =>
  compiler
    .selectFrom('task_totals')
    .select(sql<string>`cast(coalesce(sum(total), 0) as bigint)`.as('total'))
    .where(where(values, variant))

/** Reads a page of the tasks of a project, filtered by status and priority. */
export const readTaskPage = pageReader<Task, Values, Variant, TaskSortField>({
  table: 'tasks',
  columns: selection('tasks', TASK_COLUMNS),
  sortColumns: TASK_SORTS,
  where,
  total,
  count: (values, variant) =>
    compiler
      .selectFrom('projects')
      .select(sql<string>`(${total(values, variant)})`.as('total'))
      .where(hasId('projects', values.projectId)),
  // A position or a small offset, and an order that an index provides. The filtered lists have one for the default order
  // only.
  canPipeline: ({ byStatus, byPriority, sort, ...variant }) =>
    (!('scan' in variant) || variant.scan === 'offset') &&
    hasIndex(TASK_SORTS, sort) &&
    (sort[0]?.field === 'createdAt' || !(byStatus || byPriority)),
})
