import { type Kysely, sql } from 'kysely'

import type { PageRequest, ProjectSortField, Slice } from '../domain/page.ts'
import {
  INITIAL_PROJECT_STATUS,
  type Project,
  type ProjectDraft,
  type ProjectStatus,
  WRITABLE_PROJECT_STATUSES,
} from '../domain/project.ts'

import { canBeId, newId } from './ids.ts'
import { projectOrder } from './order.ts'
import { type Absent, isPresent, PROJECT_COLUMNS, type ProjectRow, toProject } from './rows.ts'
import { run } from './run.ts'
import type { Database } from './schema.ts'
import { sliceOf } from './slice.ts'

export async function createProject(db: Kysely<Database>, draft: ProjectDraft): Promise<Project> {
  const id = newId()
  const row = await run(() =>
    db
      .insertInto('projects')
      .values({ id, ...draft, status: INITIAL_PROJECT_STATUS })
      .returning(PROJECT_COLUMNS)
      .executeTakeFirstOrThrow(),
  )
  return toProject(row)
}

export async function findProject(db: Kysely<Database>, id: string): Promise<Project | undefined> {
  if (!canBeId(id)) return undefined
  const row = await run(() =>
    db.selectFrom('projects').select(PROJECT_COLUMNS).where('id', '=', id).executeTakeFirst(),
  )
  return row && toProject(row)
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

/** Replaces a project's members. Returns the project after it, or the one in the way: one that is read-only. */
export async function updateProject(
  db: Kysely<Database>,
  id: string,
  draft: ProjectDraft,
): Promise<{ updated: Project } | { readOnly: ProjectStatus } | undefined> {
  if (!canBeId(id)) return undefined
  const statement = sql<(ProjectRow | Absent<ProjectRow>) & { was: ProjectStatus }>`
    with target as (
      select id, status from projects where id = ${id} for no key update
    ), changed as (
      update projects
      set name = ${draft.name}, description = ${draft.description},
        updated_at = greatest(projects.updated_at, now())
      from target
      where projects.id = target.id and target.status = any(${WRITABLE_PROJECT_STATUSES})
      returning ${sql.join(PROJECT_COLUMNS.map((column) => sql.ref(`projects.${column}`)))}
    )
    select target.status as was, changed.*
    from target left join changed on changed.id = target.id`
  const { rows } = await run(() => statement.execute(db))
  const [row] = rows
  if (row === undefined) return undefined
  return isPresent(row) ? { updated: toProject(row) } : { readOnly: row.was }
}

/** Moves a project to a state; one that is there already stays as it is. */
export async function setProjectStatus(
  db: Kysely<Database>,
  id: string,
  status: ProjectStatus,
): Promise<Project | undefined> {
  if (!canBeId(id)) return undefined
  const row = await run(() =>
    db
      .updateTable('projects')
      .set({
        status,
        updated_at: sql<Date>`case when status = ${status} then updated_at else greatest(updated_at, now()) end`,
      })
      .where('id', '=', id)
      .returning(PROJECT_COLUMNS)
      .executeTakeFirst(),
  )
  return row && toProject(row)
}

/** Deletes a project and its tasks. Returns whether there was one. */
export async function deleteProject(db: Kysely<Database>, id: string): Promise<boolean> {
  if (!canBeId(id)) return false
  const result = await run(() => db.deleteFrom('projects').where('id', '=', id).executeTakeFirst())
  return result.numDeletedRows > 0n
}
