import { sql } from 'kysely'

import type { ProjectSortField } from '../../domain/page.ts'
import { PROJECT_STATUSES, type ProjectStatus } from '../../domain/project.ts'
import type { SortColumns } from '../query/order-by.ts'
import { pageReader } from '../query/read-page.ts'
import { PROJECT_COLUMNS, type ProjectRow } from '../rows.ts'

export interface ProjectFilter {
  status?: ProjectStatus | undefined
}

/** The filters in use. */
interface Variant {
  byStatus: boolean
}

const SORT_COLUMNS: Record<ProjectSortField, SortColumns> = {
  id: { column: 'id' },
  name: { column: 'name' },
  status: { column: 'status_rank', ranked: PROJECT_STATUSES },
  createdAt: { column: 'created_at' },
  updatedAt: { column: 'updated_at' },
}

const columns = sql.join(PROJECT_COLUMNS.map((column) => sql.ref(`projects.${column}`)))

/** Reads a page of all projects, or of those with a status. */
export const readProjectPage = pageReader<ProjectRow, ProjectFilter, Variant, ProjectSortField>({
  sortColumns: SORT_COLUMNS,
  source: (filter, variant) => ({
    table: sql.ref('projects'),
    columns,
    where: where(filter, variant),
    total: total(filter, variant),
  }),
  total,
})

/** The sum of the counters that triggers maintain for each status. */
function total(filter: ProjectFilter, variant: Variant) {
  return sql<{ total: string }>`
    select cast(coalesce(sum(total), 0) as bigint) as total from project_totals where ${where(filter, variant)}`
}

function where({ status }: ProjectFilter, { byStatus }: Variant) {
  return byStatus ? sql`status = ${status}` : sql`true`
}
