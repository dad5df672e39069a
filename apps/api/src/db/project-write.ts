import { type Kysely, type RawBuilder, sql } from 'kysely'

import type { Project, ProjectStatus } from '../domain/project.ts'
import type { Versioned } from '../domain/version.ts'

import { canBeId } from './ids.ts'
import {
  type Absent,
  isPresent,
  toVersionedProject,
  VERSIONED_PROJECT_COLUMNS,
  type VersionedProjectRow,
} from './rows.ts'
import { run } from './run.ts'
import type { Database } from './schema.ts'

/** What became of a write: the status and the version that the project had, and the project if it was written. */
export interface ProjectWrite {
  was: ProjectStatus
  wasVersion: string
  written: Versioned<Project> | undefined
}

type Written = (VersionedProjectRow | Absent<VersionedProjectRow>) & {
  was: ProjectStatus
  wasVersion: string
}

/** The columns that every write returns. */
export const columns = sql.join(VERSIONED_PROJECT_COLUMNS.map((column) => sql.ref(`projects.${column}`)))

/**
 * Locks a project as `target`, and does with it what the statement says. Returns undefined when there is no such
 * project.
 */
export async function write(
  db: Kysely<Database>,
  id: string,
  statement: RawBuilder<unknown>,
): Promise<ProjectWrite | undefined> {
  if (!canBeId(id)) return undefined
  const whole = sql<Written>`
    with target as (
      select id, status, version from projects where id = ${id} for no key update
    ), written as (${statement}
    )
    select target.status as was, target.version as "wasVersion", written.*
    from target left join written on written.id = target.id`
  const { rows } = await run(() => whole.execute(db))
  const [row] = rows
  if (row === undefined) return undefined
  const { was, wasVersion } = row
  return { was, wasVersion, written: isPresent(row) ? toVersionedProject(row) : undefined }
}
