import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { Project, ProjectStatus } from '../../domain/project.ts'
import type { Versioned } from '../../domain/version.ts'

import { isUuid } from '../ids.ts'
import {
  type NullRow,
  isPresent,
  toVersionedProject,
  VERSIONED_PROJECT_COLUMNS,
  type VersionedProjectRow,
} from '../rows.ts'
import type { Database } from '../schema.ts'
import type { CompiledStatement } from '../query/compiled-statement.ts'

/** What became of a write: the status and the version that the project had, and the project if it was written. */
export interface ProjectWrite {
  previousStatus: ProjectStatus
  previousVersion: string
  written: Versioned<Project> | undefined
}

type Written = (VersionedProjectRow | NullRow<VersionedProjectRow>) & {
  previousStatus: ProjectStatus
  previousVersion: string
}

/** The columns that every write returns. */
export const columns = sql.join(VERSIONED_PROJECT_COLUMNS.map((column) => sql.ref(`projects.${column}`)))

/** The statement of a write: locks a project as `target`, and does with it what `change` says. */
export function writeStatement(id: string, change: RawBuilder<unknown>): RawBuilder<Written> {
  return sql`
    with target as (
      select id, status, version from projects where id = ${id} for no key update
    ), written as (${change}
    )
    select target.status as "previousStatus", target.version as "previousVersion", written.*
    from target left join written on written.id = target.id`
}

/** Runs the statement of a write. Returns undefined when there is no such project. */
export async function executeWrite<Values extends { id: string }, Shape>(
  db: Kysely<Database>,
  statement: CompiledStatement<Values, Shape, Written>,
  values: Values,
  shape: Shape,
): Promise<ProjectWrite | undefined> {
  if (!isUuid(values.id)) return undefined
  const [row] = await statement.execute(db, values, shape)
  if (row === undefined) return undefined
  const { previousStatus, previousVersion } = row
  return { previousStatus, previousVersion, written: isPresent(row) ? toVersionedProject(row) : undefined }
}
