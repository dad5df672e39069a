import { type RawBuilder, sql } from 'kysely'

import { isWritable, WRITABLE_PROJECT_STATUSES } from '../../domain/project.ts'
import { INITIAL_TASK_STATUS, type TaskDraft } from '../../domain/task.ts'
import { TASK_COLUMNS, TASK_TYPES, taskDraft } from '../columns.ts'
import { isUuid, keyOf, newTaskId, type RowKey } from '../ids.ts'
import { compileOnce, compiler, compileWrite } from '../query/compiled-statement.ts'
import { hasKey } from '../query/conditions.ts'
import { LOCKED_AT } from '../query/set-changed.ts'
import type { TaskTable } from '../schema.ts'
import type { Store } from '../store.ts'

import { complete, lockProject, NOW, VERSIONED_TASK } from './task-statements.ts'
import type { WriteRow } from './task-write.ts'

interface NewTask extends TaskDraft, RowKey {
  projectId: string
}

type Parent = Pick<NewTask, 'bucket' | 'projectId'>

type Member = keyof NewTask & keyof typeof TASK_COLUMNS

/** The members of a draft, with the types of their columns. */
const DRAFT = Object.entries({ id: 'uuid', ...TASK_TYPES }) as [Member, string][]

/**
 *     with locked as (select id as "parentId", status as "projectStatus" from projects where bucket = $1 and id = $2 for share),
 *     target as (select *, clock_timestamp() as locked_at from locked),
 *     written as (insert into tasks (id, title, …, project_id, …) select draft.id, draft.title, …, target."parentId", …
 *       from target cross join … as draft where target."projectStatus" in ($6) order by draft.id returning …)
 *     select target."projectStatus", written.title, … from target left join written on true
 */
const creating = <Values extends Parent>(draft: (values: Values) => RawBuilder<{ id: string }>) =>
  compileWrite((values: Values, _check, recorder) => {
    const { projectId, bucket } = values
    const members = DRAFT.map(([member]) => [TASK_COLUMNS[member], sql.ref(`draft.${member}`)])
    const row = {
      ...(Object.fromEntries(members) as object),
      bucket: sql`cast(${bucket} as smallint)`,
      project_id: sql.ref('target.parentId'),
      status: sql.val(INITIAL_TASK_STATUS),
      created_at: sql.ref('target.locked_at'),
      updated_at: sql.ref('target.locked_at'),
    } satisfies Partial<Record<keyof TaskTable, RawBuilder<unknown>>>
    const db = compiler
      .with('locked', (creator) => lockProject(creator).where(hasKey('projects', { id: projectId, bucket })))
      .with('target', (creator) => creator.selectFrom('locked').selectAll().select(LOCKED_AT))
      .with('written', (creator) =>
        creator
          .insertInto('tasks')
          .columns(Object.keys(row) as (keyof typeof row)[])
          .expression((eb) =>
            eb
              .selectFrom('target')
              .crossJoin(draft(values).as<'draft'>(sql`draft`))
              .select(Object.entries<RawBuilder<unknown>>(row).map(([name, value]) => value.as(name)))
              .where('target.projectStatus', 'in', WRITABLE_PROJECT_STATUSES)
              .orderBy('draft.id'),
          )
          .returning(VERSIONED_TASK),
      )
    return complete(db, 'created', recorder)
  })

/** Without a JSON array, one task takes PostgreSQL less time. */
export const CREATE = creating((task: NewTask) => {
  const values = DRAFT.map(
    ([member, type]) => sql`cast(${task[member]} as ${sql.raw(type)}) as ${sql.id(member)}`,
  )
  return sql`(select ${sql.join(values)})`
})

/** `drafts` is a JSON array of tasks, in the order of their ids. */
export const CREATE_SEVERAL = creating(({ drafts }: Parent & { drafts: string }) => {
  const columns = DRAFT.map(([member, type]) => sql`${sql.id(member)} ${sql.raw(type)}`)
  return sql`(select * from jsonb_to_recordset(cast(${drafts} as jsonb)) as draft (${sql.join(columns)}))`
})

/** Whether the tables are distributed, and statements for one shard are used. They record no change. */
export const writesOnShard = (store: Store): boolean => store.isDistributed && store.recorder === undefined

const LOCK_PROJECT = compileOnce((key: RowKey) => lockProject(compiler).where(hasKey('projects', key)))

const INSERT = compileOnce((values: NewTask) => {
  const { id, bucket, projectId: project_id } = values
  const row = { id, bucket, project_id, status: INITIAL_TASK_STATUS, ...taskDraft(values) }
  return compiler
    .insertInto('tasks')
    .values({ ...row, created_at: NOW, updated_at: NOW })
    .returning(VERSIONED_TASK)
})

/** The same as these. Citus needs all nodes for `insert … select`, but for this transaction only the one with the shard. */
const createOnShard = (store: Store, project: RowKey, tasks: readonly NewTask[]): Promise<WriteRow[]> =>
  store.transact(async (transaction) => {
    const [parent] = await LOCK_PROJECT.execute(transaction, project, undefined)
    if (parent === undefined) return []
    if (!isWritable(parent.projectStatus)) return [{ ...parent, version: null }]
    const inserting = tasks.map((task) => INSERT.execute(transaction, task, undefined))
    return (await Promise.all(inserting)).flat().map((row) => ({ ...parent, ...row }))
  }, project.bucket)

/** Returns a row for each new task, with ids in the order of the drafts, or one with the reason why there are none. */
export async function insertInto(
  store: Store,
  projectId: string,
  drafts: readonly TaskDraft[],
): Promise<WriteRow[]> {
  if (!isUuid(projectId)) return []
  const project = keyOf(projectId)
  const { bucket } = project
  const ids = drafts.map(() => newTaskId(projectId)).sort()
  const tasks = drafts.map((draft, i) => ({ id: ids[i] ?? '', bucket, projectId, ...draft }))
  if (writesOnShard(store)) return createOnShard(store, project, tasks)
  const [first, second] = tasks
  return first && !second
    ? CREATE.execute(store, first, 'none')
    : CREATE_SEVERAL.execute(store, { bucket, projectId, drafts: JSON.stringify(tasks) }, 'none')
}
