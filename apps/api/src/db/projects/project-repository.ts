import { type Kysely, sql } from 'kysely'

import type { PageRequest, ProjectSortField, ListPage } from '../../domain/page.ts'
import {
  INITIAL_PROJECT_STATUS,
  type Project,
  type ProjectDraft,
  type ProjectStatus,
  WRITABLE_PROJECT_STATUSES,
} from '../../domain/project.ts'
import type { Versioned, ExpectedVersions } from '../../domain/version.ts'

import { andVersionExpected, hasExpectedVersions } from '../query/expected-version.ts'
import { isUuid, newId } from '../ids.ts'
import { type ProjectFilter, projectList } from './project-list.ts'
import { columns, type ProjectWrite, writeStatement, executeWrite } from './project-write.ts'
import { toProject, toVersionedProject, VERSIONED_PROJECT_COLUMNS } from '../rows.ts'
import type { Database } from '../schema.ts'
import { readPage } from '../query/read-page.ts'
import { compiler, compileOnce } from '../query/compiled-statement.ts'

const CREATE = compileOnce(({ id, name, description }: ProjectDraft & { id: string }) =>
  compiler
    .insertInto('projects')
    .values({ id, name, description, status: INITIAL_PROJECT_STATUS })
    .returning(VERSIONED_PROJECT_COLUMNS),
)

export async function createProject(db: Kysely<Database>, draft: ProjectDraft): Promise<Versioned<Project>> {
  const [row] = await CREATE.execute(db, { id: newId(), ...draft }, undefined)
  if (row === undefined) throw new Error('An insert returned no row')
  return toVersionedProject(row)
}

const FIND = compileOnce(
  ({ id }: { id: string }) =>
    compiler.selectFrom('projects').select(VERSIONED_PROJECT_COLUMNS).where('id', '=', id),
  () => true,
)

export async function findProject(db: Kysely<Database>, id: string): Promise<Versioned<Project> | undefined> {
  if (!isUuid(id)) return undefined
  const [row] = await FIND.execute(db, { id }, undefined)
  return row && toVersionedProject(row)
}

export async function listProjects(
  db: Kysely<Database>,
  filter: ProjectFilter,
  page: PageRequest<ProjectSortField>,
): Promise<ListPage<Project>> {
  const slice = await readPage(page, projectList(db, filter, page))
  return { items: slice?.rows.map(toProject) ?? [], total: slice?.total ?? 0 }
}

/** A write to one project, which may be for particular versions of it. */
interface Target {
  id: string
  expected: ExpectedVersions | undefined
}

const UPDATE = compileOnce(
  ({ id, expected, name, description }: ProjectDraft & Target, particular: boolean) =>
    writeStatement(
      id,
      sql`
      update projects
      set name = ${name}, description = ${description},
        updated_at = greatest(projects.updated_at, now()), version = projects.version + 1
      from target
      where projects.id = target.id and target.status = any(${WRITABLE_PROJECT_STATUSES})
        ${andVersionExpected(expected, particular)}
      returning ${columns}`,
    ),
)

/**
 * Replaces a project's members, if it may be written to and is of a version that is expected. Returns undefined when
 * there is no such project.
 */
export async function updateProject(
  db: Kysely<Database>,
  id: string,
  draft: ProjectDraft,
  expected: ExpectedVersions | undefined,
): Promise<ProjectWrite | undefined> {
  return executeWrite(db, UPDATE, { id, expected, ...draft }, hasExpectedVersions(expected))
}

const SET_STATUS = compileOnce(
  ({ id, expected, status }: Target & { status: ProjectStatus }, particular: boolean) =>
    writeStatement(
      id,
      sql`
      update projects
      set status = ${status},
        updated_at = case when target.status = ${status} then projects.updated_at
          else greatest(projects.updated_at, now()) end,
        version = case when target.status = ${status} then projects.version else projects.version + 1 end
      from target
      where projects.id = target.id ${andVersionExpected(expected, particular)}
      returning ${columns}`,
    ),
)

/**
 * Moves a project to a state, if it is of a version that is expected; one that is in that state stays as it is.
 * Returns undefined when there is no such project.
 */
export async function setProjectStatus(
  db: Kysely<Database>,
  id: string,
  status: ProjectStatus,
  expected: ExpectedVersions | undefined,
): Promise<ProjectWrite | undefined> {
  return executeWrite(db, SET_STATUS, { id, expected, status }, hasExpectedVersions(expected))
}

const DELETE = compileOnce(({ id, expected }: Target, particular: boolean) =>
  writeStatement(
    id,
    sql`
      delete from projects using target
      where projects.id = target.id ${andVersionExpected(expected, particular)}
      returning ${columns}`,
  ),
)

/**
 * Deletes a project and its tasks, if it is of a version that is expected. Returns undefined when there is no such
 * project.
 */
export async function deleteProject(
  db: Kysely<Database>,
  id: string,
  expected: ExpectedVersions | undefined,
): Promise<ProjectWrite | undefined> {
  return executeWrite(db, DELETE, { id, expected }, hasExpectedVersions(expected))
}
