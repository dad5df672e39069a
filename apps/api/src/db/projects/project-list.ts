import { sql } from 'kysely'

import type { ProjectSortField } from '../../domain/page.ts'
import { type Project, PROJECT_STATUSES, type ProjectStatus } from '../../domain/project.ts'
import { PROJECT_COLUMNS, selection } from '../columns.ts'
import { compiler } from '../query/compiled-statement.ts'
import { allOf, filterConditions, type FilterConditions, type FilterVariant } from '../query/filters.ts'
import type { IndexedSorts, SortColumns } from '../query/order-by.ts'
import { pageReader } from '../query/read-page.ts'

export interface ProjectFilter {
  status: ProjectStatus | undefined
}

/** The columns of the filters have the same names in the table and in the view of its totals. */
const FILTERS: FilterConditions<ProjectFilter> = {
  status: (value) => sql`status = ${value}`,
}

const SORTS: Record<ProjectSortField, SortColumns> = {
  id: { column: 'id' },
  name: { column: 'name' },
  status: { column: 'status_rank', ranked: PROJECT_STATUSES },
  createdAt: { column: 'created_at' },
  updatedAt: { column: 'updated_at' },
}

export const INDEXED_PROJECT_SORTS: IndexedSorts<ProjectSortField> = {
  unfiltered: ['id', 'name', 'status', 'createdAt', 'updatedAt'],
  filtered: ['name', 'createdAt', 'updatedAt'],
}

const where = (filter: ProjectFilter, variant: FilterVariant) =>
  allOf(...filterConditions(FILTERS, filter, variant))

/** The sum of the counters that triggers maintain for each status. */
const total = (filter: ProjectFilter, variant: FilterVariant) =>
  compiler
    .selectFrom('project_totals')
    .select(sql<string>`cast(coalesce(sum(total), 0) as bigint)`.as('total'))
    .where(where(filter, variant))

/** Reads a page of all projects, or of those with a status. */
export const readProjectPage = pageReader<Project, ProjectFilter, ProjectSortField>({
  table: 'projects',
  columns: selection('projects', PROJECT_COLUMNS),
  sortColumns: SORTS,
  indexed: INDEXED_PROJECT_SORTS,
  where,
  total,
  count: total,
})
