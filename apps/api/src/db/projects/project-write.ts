import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { Project, ProjectStatus } from '../../domain/project.ts'
import type { Versioned } from '../../domain/version.ts'
import { isUuid } from '../ids.ts'
import { recordsChanges } from '../driver/portable-dialect.ts'
import type { CompiledStatement } from '../query/compiled-statement.ts'
import type { VersionCheck, WriteVariant } from '../query/expected-version.ts'
import {
  isPresent,
  type NullRow,
  toVersionedProject,
  VERSIONED_PROJECT_COLUMNS,
  type VersionedProjectRow,
} from '../rows.ts'
import type { Database } from '../schema.ts'

/** The result of a write to a project that exists. */
export interface ProjectWrite {
  /** The project after the write; undefined if nothing was written. */
  project: Versioned<Project> | undefined
  previousStatus: ProjectStatus
  previousVersion: string
}

type WriteRow = (VersionedProjectRow | NullRow<VersionedProjectRow>) &
  Pick<ProjectWrite, 'previousStatus' | 'previousVersion'>

/** The columns that each `write` clause returns. */
export const returning = sql.join(VERSIONED_PROJECT_COLUMNS.map((column) => sql.ref(`projects.${column}`)))

/**
 * The statement of a write: locks the project in the CTE `target`, then executes `write` as the CTE `written`, and
 * `recorded` after that.
 */
export function writeStatement(
  id: string,
  write: RawBuilder<unknown>,
  recorded: RawBuilder<unknown>,
): RawBuilder<WriteRow> {
  return sql`
    with target as (
      select id, status, version from projects where id = ${id} for no key update
    ), written as (${write}
    )${recorded}
    select target.status as "previousStatus", target.version as "previousVersion", written.*
    from target left join written on written.id = target.id`
}

/** Executes the statement of a write. Returns undefined if the project does not exist. */
export async function executeWrite<Values extends { id: string }>(
  db: Kysely<Database>,
  statement: CompiledStatement<Values, WriteVariant, WriteRow>,
  values: Values,
  check: VersionCheck,
): Promise<ProjectWrite | undefined> {
  if (!isUuid(values.id)) return undefined
  const [row] = await statement.execute(db, values, { check, record: recordsChanges(db) })
  if (row === undefined) return undefined
  const { previousStatus, previousVersion } = row
  return { project: isPresent(row) ? toVersionedProject(row) : undefined, previousStatus, previousVersion }
}
