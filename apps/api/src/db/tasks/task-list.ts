import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { PageRequest, TaskSortField } from '../../domain/page.ts'
import type { TaskPriority, TaskStatus } from '../../domain/task.ts'

import { TASK_SORT_COLUMNS } from '../query/order-by.ts'
import { type PageVariant, type PageValues, pageValues, selectPage } from '../query/select-page.ts'
import { TASK_COLUMNS, type TaskRow } from '../rows.ts'
import type { Database } from '../schema.ts'
import type { ListQueries } from '../query/read-page.ts'
import { compileOnce } from '../query/compiled-statement.ts'

export interface TaskFilter {
  status?: TaskStatus | undefined
  priority?: TaskPriority | undefined
}

interface Values extends TaskFilter {
  projectId: string
}

/** Which filters there are. */
interface Shape {
  byStatus: boolean
  byPriority: boolean
}

/** The tasks of a project, or those of a status or a priority. */
export function taskList(
  db: Kysely<Database>,
  projectId: string,
  filter: TaskFilter,
  page: PageRequest<TaskSortField>,
): ListQueries<TaskRow> {
  const values = { projectId, ...filter }
  const shape = { byStatus: filter.status !== undefined, byPriority: filter.priority !== undefined }
  return {
    page: (scan) => PAGE.execute(db, { ...values, ...pageValues(page) }, { ...shape, sort: page.sort, scan }),
    total: async () => {
      const [row] = await TOTAL.execute(db, values, shape)
      return row && Number(row.total)
    },
  }
}

const PAGE = compileOnce((values: Values & PageValues, shape: Shape & PageVariant<TaskSortField>) => {
  const source = {
    table: sql.ref('tasks'),
    columns: sql.join(TASK_COLUMNS.map((column) => sql.ref(`tasks.${column}`))),
    sortColumns: TASK_SORT_COLUMNS,
    where: where(values, shape),
    total: total(values, shape),
  }
  return selectPage<TaskRow, TaskSortField>(source, values, shape)
}, canPipeline)

/** Near the start, and along an index: the list of a status or of a priority has one for the default order only. */
function canPipeline({ byStatus, byPriority, sort, scan }: Shape & PageVariant<TaskSortField>): boolean {
  const isSortedByIndex = sort.length === 1 && (sort[0]?.field === 'createdAt' || !(byStatus || byPriority))
  return scan === 'near' && isSortedByIndex
}

/** No row where there is no such project. */
const TOTAL = compileOnce(
  (values: Values, shape: Shape) =>
    sql<{ total: string }>`
      select (${total(values, shape)}) as total from projects where id = ${values.projectId}`,
)

/** Of what the database keeps for each status and priority; a list without tasks has nothing kept. */
function total(values: Values, shape: Shape): RawBuilder<unknown> {
  return sql`
    select cast(coalesce(sum(total), 0) as bigint) as total from task_totals where ${where(values, shape)}`
}

function where(
  { projectId, status, priority }: Values,
  { byStatus, byPriority }: Shape,
): RawBuilder<unknown> {
  const conditions = [
    sql`project_id = ${projectId}`,
    ...(byStatus ? [sql`status = ${status}`] : []),
    ...(byPriority ? [sql`priority = ${priority}`] : []),
  ]
  return sql.join(conditions, sql` and `)
}
