import { type Kysely, sql } from 'kysely'

import type { PageRequest, ProjectSortField, ListPage } from '../../domain/page.ts'
import {
  INITIAL_PROJECT_STATUS,
  type Project,
  type ProjectDraft,
  type ProjectStatus,
  WRITABLE_PROJECT_STATUSES,
} from '../../domain/project.ts'
import type { ExpectedVersions, Versioned } from '../../domain/version.ts'
import { recordProjectChange } from '../changes/record-change.ts'
import { recordsChanges } from '../driver/portable-dialect.ts'
import { isUuid, newId } from '../ids.ts'
import { compileOnce, compiler } from '../query/compiled-statement.ts'
import { andVersionExpected, toVersionCheck, type WriteVariant } from '../query/expected-version.ts'
import {
  toProject,
  toVersionedProject,
  VERSIONED_PROJECT_COLUMNS,
  type VersionedProjectRow,
} from '../rows.ts'
import type { Database } from '../schema.ts'

import { type ProjectFilter, readProjectPage } from './project-list.ts'
import { executeWrite, type ProjectWrite, returning, writeStatement } from './project-write.ts'

const CREATE = compileOnce(
  ({ id, name, description }: ProjectDraft & { id: string }, { record }: Pick<WriteVariant, 'record'>) =>
    sql<VersionedProjectRow>`
      with written as (
        insert into projects (id, name, description, status)
        values (${id}, ${name}, ${description}, ${INITIAL_PROJECT_STATUS})
        returning ${returning}
      )${recordProjectChange('created', record)}
      select * from written`,
)

export async function createProject(db: Kysely<Database>, draft: ProjectDraft): Promise<Versioned<Project>> {
  const [row] = await CREATE.execute(db, { id: newId(), ...draft }, { record: recordsChanges(db) })
  if (row === undefined) throw new TypeError('An insert returned no row')
  return toVersionedProject(row)
}

const FIND = compileOnce(
  ({ id }: { id: string }) =>
    compiler.selectFrom('projects').select(VERSIONED_PROJECT_COLUMNS).where('id', '=', id),
  { canPipeline: () => true },
)

export async function findProject(db: Kysely<Database>, id: string): Promise<Versioned<Project> | undefined> {
  if (!isUuid(id)) return undefined
  const [row] = await FIND.execute(db, { id }, undefined)
  return row && toVersionedProject(row)
}

export async function listProjects(
  db: Kysely<Database>,
  filter: ProjectFilter,
  request: PageRequest<ProjectSortField>,
): Promise<ListPage<Project>> {
  const page = await readProjectPage(db, request, filter, { byStatus: filter.status !== undefined })
  return page === undefined ? { items: [], total: 0 } : { ...page, items: page.items.map(toProject) }
}

interface Target {
  id: string
  versions: readonly string[]
}

const UPDATE = compileOnce(
  ({ id, versions, name, description }: ProjectDraft & Target, { check, record }: WriteVariant) =>
    writeStatement(
      id,
      sql`
      update projects
      set name = ${name}, description = ${description},
        updated_at = greatest(projects.updated_at, clock_timestamp()), version = projects.version + 1
      from target
      where projects.id = target.id and target.status = any(${WRITABLE_PROJECT_STATUSES})
        ${andVersionExpected(versions, check)}
      returning ${returning}`,
      recordProjectChange('updated', record),
    ),
)

/**
 * Replaces the fields of a project if it is writable and has one of the expected versions. Returns undefined if the
 * project does not exist.
 */
export async function updateProject(
  db: Kysely<Database>,
  id: string,
  draft: ProjectDraft,
  expected: ExpectedVersions | undefined,
): Promise<ProjectWrite | undefined> {
  const { versions, check } = toVersionCheck(expected)
  return executeWrite(db, UPDATE, { id, versions, ...draft }, check)
}

const SET_STATUS = compileOnce(
  ({ id, versions, status }: Target & { status: ProjectStatus }, { check, record }: WriteVariant) =>
    writeStatement(
      id,
      sql`
      update projects
      set status = ${status},
        updated_at = case when target.status = ${status} then projects.updated_at
          else greatest(projects.updated_at, clock_timestamp()) end,
        version = case when target.status = ${status} then projects.version else projects.version + 1 end
      from target
      where projects.id = target.id ${andVersionExpected(versions, check)}
      returning ${returning}`,
      recordProjectChange('updated', record),
    ),
)

/**
 * Changes the status of a project if it has one of the expected versions. A project that already has the status stays
 * unchanged. Returns undefined if the project does not exist.
 */
export async function setProjectStatus(
  db: Kysely<Database>,
  id: string,
  status: ProjectStatus,
  expected: ExpectedVersions | undefined,
): Promise<ProjectWrite | undefined> {
  const { versions, check } = toVersionCheck(expected)
  return executeWrite(db, SET_STATUS, { id, versions, status }, check)
}

const DELETE = compileOnce(({ id, versions }: Target, { check, record }: WriteVariant) =>
  writeStatement(
    id,
    sql`
      delete from projects using target
      where projects.id = target.id ${andVersionExpected(versions, check)}
      returning ${returning}`,
    recordProjectChange('deleted', record),
  ),
)

/**
 * Deletes a project and its tasks if it has one of the expected versions. Returns undefined if the project does not
 * exist.
 */
export async function deleteProject(
  db: Kysely<Database>,
  id: string,
  expected: ExpectedVersions | undefined,
): Promise<ProjectWrite | undefined> {
  const { versions, check } = toVersionCheck(expected)
  return executeWrite(db, DELETE, { id, versions }, check)
}
