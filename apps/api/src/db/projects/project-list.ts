import type { ProjectSortField } from '../../domain/page.ts'
import { type Project, PROJECT_STATUSES } from '../../domain/project.ts'
import { PROJECT_COLUMNS, selection } from '../columns.ts'
import { type Filters, oneOf, UPDATED_AFTER } from '../query/filters.ts'
import type { SortColumns } from '../query/order-by.ts'
import { defineList } from '../query/select-page.ts'
import { textSearch } from '../query/text-search.ts'

/** The columns of counted filters have the same names in the table and in the view of its totals. */
export const PROJECT_FILTERS = {
  status: oneOf('status'),
  updatedAfter: UPDATED_AFTER,
  q: textSearch('name'),
} satisfies Filters

const SORTS: Record<ProjectSortField, SortColumns> = {
  id: { column: 'id' },
  name: { column: 'name' },
  status: { column: 'status_rank', ranked: PROJECT_STATUSES },
  createdAt: { column: 'created_at' },
  updatedAt: { column: 'updated_at' },
}

/** All projects, or those that filters leave. */
export const PROJECTS = defineList<Project, ProjectSortField>({
  table: 'projects',
  ofProject: false,
  columns: selection('projects', PROJECT_COLUMNS),
  filters: PROJECT_FILTERS,
  sorts: SORTS,
  totals: 'project_totals',
})
