import type { ProjectSortField } from '../../domain/page.ts'
import { type Project, PROJECT_STATUSES } from '../../domain/project.ts'
import { PROJECT_COLUMNS, selection } from '../columns.ts'
import { oneOf, UPDATED_AFTER } from '../query/filters.ts'
import type { SortColumns } from '../query/order-by.ts'
import { defineList } from '../query/select-page.ts'
import { textSearch } from '../query/text-search.ts'

const SORTS: Record<ProjectSortField, SortColumns> = {
  id: { column: 'id' },
  name: { column: 'name' },
  status: { column: 'status_rank', ranked: PROJECT_STATUSES },
  createdAt: { column: 'created_at' },
  updatedAt: { column: 'updated_at' },
}

/** All projects, or those that filters leave. */
export const PROJECTS = defineList<Project, ProjectSortField, 'status' | 'updatedAfter' | 'q'>({
  table: 'projects',
  ofProject: false,
  columns: selection('projects', PROJECT_COLUMNS),
  filters: { status: oneOf('status'), updatedAfter: UPDATED_AFTER, q: textSearch('name') },
  sorts: SORTS,
  totals: 'project_totals',
})
