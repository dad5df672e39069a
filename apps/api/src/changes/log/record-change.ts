import { type QueryCreator, sql } from 'kysely'

import type { ChangeType } from '../../domain/change.ts'
import type { Project } from '../../domain/project.ts'
import type { Task } from '../../domain/task.ts'
import { PROJECT_COLUMNS, TASK_COLUMNS } from '../../db/columns.ts'
import type { ChangeTable, Database } from '../../db/schema.ts'

/** The columns of the change feed for the members of a project. */
export const PROJECT_STATE = {
  name: 'title',
  description: 'description',
  status: 'status',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} as const satisfies Record<keyof Omit<Project, 'id'>, keyof ChangeTable>

/** The columns of the change feed for the members of a task. */
export const TASK_STATE = {
  title: 'title',
  description: 'description',
  status: 'status',
  priority: 'priority',
  dueDate: 'due_date',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} as const satisfies Record<keyof Omit<Task, 'id' | 'projectId'>, keyof ChangeTable>

type ChangeColumns = Partial<Record<keyof ChangeTable, string>>

const PROJECT_KEYS = { project_id: 'id', version: 'version' } satisfies ChangeColumns
const TASK_KEYS = { project_id: 'project_id', task_id: 'id', version: 'version' } satisfies ChangeColumns

/** The CTEs of a write that a change is recorded from: the row before it, and after it. */
interface WriteTables extends Database {
  target: { version: string }
  written: { version: string }
}

/**
 * Adds the CTE `recorded` to a write: it writes the change of the project that the CTE `written` returns to the change
 * feed.
 */
export const recordProjectChange = <Tables>(
  db: QueryCreator<Tables>,
  type: ChangeType,
): QueryCreator<Tables> => record(db, type, PROJECT_KEYS, stateColumns(PROJECT_STATE, PROJECT_COLUMNS))

/** The same for a task. */
export const recordTaskChange = <Tables>(db: QueryCreator<Tables>, type: ChangeType): QueryCreator<Tables> =>
  record(db, type, TASK_KEYS, stateColumns(TASK_STATE, TASK_COLUMNS))

/** The columns of `written` by those of the change feed. */
const stateColumns = <Member extends string>(
  state: Readonly<Record<Member, keyof ChangeTable>>,
  columns: NoInfer<Readonly<Record<Member, string>>>,
): ChangeColumns =>
  Object.fromEntries(Object.entries<string>(state).map(([member, to]) => [to, columns[member as Member]]))

function record<Tables>(
  db: QueryCreator<Tables>,
  type: ChangeType,
  keys: ChangeColumns,
  state: ChangeColumns,
): QueryCreator<Tables> {
  // The deletion of a resource has no state.
  const columns = Object.entries(type === 'deleted' ? keys : { ...keys, ...state })
  return (db as unknown as QueryCreator<WriteTables>).with('recorded', (creator) =>
    creator
      .insertInto('changes')
      .columns(['type', ...columns.map(([name]) => name as keyof ChangeTable)])
      .expression((eb) =>
        eb
          .selectFrom('written')
          .select([
            sql.lit(type).as('type'),
            ...columns.map(([name, from]) => sql.ref(`written.${from}`).as(name)),
          ])
          // Setting the current status changes nothing.
          .$if(type === 'updated', (query) =>
            query.where('written.version', '<>', eb.selectFrom('target').select('target.version')),
          ),
      ),
  ) as unknown as QueryCreator<Tables>
}
