import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { PageRequest, ProjectSortField } from '../../domain/page.ts'
import type { ProjectStatus } from '../../domain/project.ts'

import { PROJECT_SORT_COLUMNS } from '../query/order-by.ts'
import { type PageVariant, type PageValues, pageValues, selectPage } from '../query/select-page.ts'
import { PROJECT_COLUMNS, type ProjectRow } from '../rows.ts'
import type { Database } from '../schema.ts'
import type { ListQueries } from '../query/read-page.ts'
import { compileOnce } from '../query/compiled-statement.ts'

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
): ListQueries<ProjectRow> {
  const shape = { byStatus: filter.status !== undefined }
  return {
    page: (scan) => PAGE.execute(db, { ...filter, ...pageValues(page) }, { ...shape, sort: page.sort, scan }),
    total: async () => {
      const [row] = await TOTAL.execute(db, filter, shape)
      return row && Number(row.total)
    },
  }
}

const PAGE = compileOnce(
  (values: ProjectFilter & PageValues, shape: Shape & PageVariant<ProjectSortField>) => {
    const source = {
      table: sql.ref('projects'),
      columns: sql.join(PROJECT_COLUMNS.map((column) => sql.ref(`projects.${column}`))),
      sortColumns: PROJECT_SORT_COLUMNS,
      where: where(values, shape),
      total: total(values, shape),
    }
    return selectPage<ProjectRow, ProjectSortField>(source, values, shape)
  },
)

const TOTAL = compileOnce(total)

function total(values: ProjectFilter, shape: Shape): RawBuilder<{ total: string }> {
  return sql`select count(*) as total from projects where ${where(values, shape)}`
}

function where({ status }: ProjectFilter, { byStatus }: Shape): RawBuilder<unknown> {
  return byStatus ? sql`status = ${status}` : sql`true`
}
