import { type Kysely, sql } from 'kysely'

import type { PageRequest, ProjectSortField, Slice } from '../domain/page.ts'
import {
  INITIAL_PROJECT_STATUS,
  type Project,
  type ProjectDraft,
  type ProjectStatus,
  WRITABLE_PROJECT_STATUSES,
} from '../domain/project.ts'
import type { Versioned, Versions } from '../domain/version.ts'

import { andExpected } from './expected.ts'
import { canBeId, newId } from './ids.ts'
import { projectOrder } from './order.ts'
import { columns, type ProjectWrite, write } from './project-write.ts'
import { PROJECT_COLUMNS, toProject, toVersionedProject, VERSIONED_PROJECT_COLUMNS } from './rows.ts'
import { run } from './run.ts'
import type { Database } from './schema.ts'
import { sliceOf } from './slice.ts'

export async function createProject(db: Kysely<Database>, draft: ProjectDraft): Promise<Versioned<Project>> {
  const id = newId()
  const row = await run(() =>
    db
      .insertInto('projects')
      .values({ id, ...draft, status: INITIAL_PROJECT_STATUS })
      .returning(VERSIONED_PROJECT_COLUMNS)
      .executeTakeFirstOrThrow(),
  )
  return toVersionedProject(row)
}

export async function findProject(db: Kysely<Database>, id: string): Promise<Versioned<Project> | undefined> {
  if (!canBeId(id)) return undefined
  const row = await run(() =>
    db.selectFrom('projects').select(VERSIONED_PROJECT_COLUMNS).where('id', '=', id).executeTakeFirst(),
  )
  return row && toVersionedProject(row)
}

export async function listProjects(
  db: Kysely<Database>,
  filter: { status?: ProjectStatus | undefined },
  page: PageRequest<ProjectSortField>,
): Promise<Slice<Project>> {
  const { status } = filter
  let listed = db.selectFrom('projects')
  if (status !== undefined) listed = listed.where('status', '=', status)
  const rows = await run(() =>
    listed
      .select(PROJECT_COLUMNS)
      .orderBy(projectOrder(page))
      .limit(page.size)
      .offset(page.number * page.size)
      .execute(),
  )
  return sliceOf(rows.map(toProject), page, async () => {
    const { total } = await run(() =>
      listed.select((e) => e.fn.countAll().as('total')).executeTakeFirstOrThrow(),
    )
    return Number(total)
  })
}

/**
 * Replaces a project's members, if it may be written to and is of a version that is expected. Returns undefined when
 * there is no such project.
 */
export async function updateProject(
  db: Kysely<Database>,
  id: string,
  draft: ProjectDraft,
  expected: Versions | undefined,
): Promise<ProjectWrite | undefined> {
  return write(
    db,
    id,
    sql`
      update projects
      set name = ${draft.name}, description = ${draft.description},
        updated_at = greatest(projects.updated_at, now()), version = projects.version + 1
      from target
      where projects.id = target.id and target.status = any(${WRITABLE_PROJECT_STATUSES}) ${andExpected(expected)}
      returning ${columns}`,
  )
}

/**
 * Moves a project to a state, if it is of a version that is expected; one that is in that state stays as it is.
 * Returns undefined when there is no such project.
 */
export async function setProjectStatus(
  db: Kysely<Database>,
  id: string,
  status: ProjectStatus,
  expected: Versions | undefined,
): Promise<ProjectWrite | undefined> {
  return write(
    db,
    id,
    sql`
      update projects
      set status = ${status},
        updated_at = case when target.status = ${status} then projects.updated_at
          else greatest(projects.updated_at, now()) end,
        version = case when target.status = ${status} then projects.version else projects.version + 1 end
      from target
      where projects.id = target.id ${andExpected(expected)}
      returning ${columns}`,
  )
}

/**
 * Deletes a project and its tasks, if it is of a version that is expected. Returns undefined when there is no such
 * project.
 */
export async function deleteProject(
  db: Kysely<Database>,
  id: string,
  expected: Versions | undefined,
): Promise<ProjectWrite | undefined> {
  return write(
    db,
    id,
    sql`
      delete from projects using target
      where projects.id = target.id ${andExpected(expected)}
      returning ${columns}`,
  )
}
