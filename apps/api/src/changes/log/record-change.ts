import { type QueryCreator, sql } from 'kysely'

import { PROJECT_COLUMNS, TASK_COLUMNS } from '../../db/columns.ts'
import type { ChangeTable, ChangeType, Database } from '../../db/schema.ts'
import type { Project } from '../../domain/project.ts'
import type { Task } from '../../domain/task.ts'

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

/** The CTEs of a write that a change is recorded from: the row before it, and after it. */
interface WriteTables extends Database {
  target: { version: string }
  written: { version: string }
}

/** The columns of `written` by those of the change feed. */
function stateColumns<Member extends string>(
  state: Readonly<Record<Member, keyof ChangeTable>>,
  columns: NoInfer<Readonly<Record<Member, string>>>,
): ChangeColumns {
  return Object.fromEntries(
    Object.entries<string>(state).map(([member, to]) => [to, columns[member as Member]]),
  )
}

/** The columns of a change, and those of `written` that they are copied from. */
const COLUMNS: Record<'projects' | 'tasks', { keys: ChangeColumns; state: ChangeColumns }> = {
  projects: {
    keys: { project_id: 'id', version: 'version' },
    state: stateColumns(PROJECT_STATE, PROJECT_COLUMNS),
  },
  tasks: {
    keys: { project_id: 'project_id', task_id: 'id', version: 'version' },
    state: stateColumns(TASK_STATE, TASK_COLUMNS),
  },
}

/**
 * Adds the CTE `recorded` to a write: it writes the change of the project or task that the CTE `written` returns to the
 * change feed.
 *
 *     recorded as (insert into changes (type, project_id, task_id, version, title, …)
 *       select 'updated' as type, written.project_id, written.id as task_id, written.version, written.title, … from written
 *       where written.version <> (select target.version from target))
 */
export function recordChange<Tables>(
  db: QueryCreator<Tables>,
  table: 'projects' | 'tasks',
  type: ChangeType,
): QueryCreator<Tables> {
  const { keys, state } = COLUMNS[table]
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
