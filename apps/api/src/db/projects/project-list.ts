import { sql } from 'kysely'

import type { ProjectSortField } from '../../domain/page.ts'
import { type Project, PROJECT_STATUSES, type ProjectStatus } from '../../domain/project.ts'
import { PROJECT_COLUMNS, selection } from '../columns.ts'
import type { FilterConditions } from '../query/filters.ts'
import type { SortColumns } from '../query/order-by.ts'
import { defineList } from '../query/select-page.ts'

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

/** All projects, or those with a status. */
export const PROJECTS = defineList<Project, ProjectFilter, ProjectSortField>({
  table: 'projects',
  ofProject: false,
  columns: selection('projects', PROJECT_COLUMNS),
  filters: FILTERS,
  sorts: SORTS,
  totals: { view: 'project_totals', filters: ['status'] },
})
