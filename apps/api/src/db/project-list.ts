import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { PageRequest, ProjectSortField } from '../domain/page.ts'
import type { ProjectStatus } from '../domain/project.ts'

import { PROJECT_SORT_COLUMNS } from './order.ts'
import { type PageShape, type PageValues, pageValues, selectPage } from './page.ts'
import { PROJECT_COLUMNS, type ProjectRow } from './rows.ts'
import type { Database } from './schema.ts'
import type { List } from './slice.ts'
import { statement } from './statement.ts'

export interface ProjectFilter {
  status?: ProjectStatus | undefined
}

/** Which filters there are. */
interface Shape {
  byStatus: boolean
}

/** All projects, or those of a status. */
export function projectList(
  db: Kysely<Database>,
  filter: ProjectFilter,
  page: PageRequest<ProjectSortField>,
): List<ProjectRow> {
  const shape = { byStatus: filter.status !== undefined }
  return {
    page: (walk) => PAGE.execute(db, { ...filter, ...pageValues(page) }, { ...shape, sort: page.sort, walk }),
    total: async () => {
      const [row] = await TOTAL.execute(db, filter, shape)
      return row && Number(row.total)
    },
  }
}

const PAGE = statement((values: ProjectFilter & PageValues, shape: Shape & PageShape<ProjectSortField>) => {
  const source = {
    table: sql.ref('projects'),
    columns: sql.join(PROJECT_COLUMNS.map((column) => sql.ref(`projects.${column}`))),
    sortColumns: PROJECT_SORT_COLUMNS,
    where: where(values, shape),
    total: total(values, shape),
  }
  return selectPage<ProjectRow, ProjectSortField>(source, values, shape)
})

const TOTAL = statement(total)

function total(values: ProjectFilter, shape: Shape): RawBuilder<{ total: string }> {
  return sql`select count(*) as total from projects where ${where(values, shape)}`
}

function where({ status }: ProjectFilter, { byStatus }: Shape): RawBuilder<unknown> {
  return byStatus ? sql`status = ${status}` : sql`true`
}
