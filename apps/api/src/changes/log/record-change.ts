import { type QueryCreator, sql } from 'kysely'

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

/** The CTEs of a write that a change is recorded from: the row before it, and after it. */
interface WriteTables extends Database {
  target: { version: string }
  written: { version: string }
}

/** The columns of the change feed, and the members of `written` that they are copied from. */
const KEYS = {
  projects: { project_id: 'id', version: 'version' },
  tasks: { project_id: 'projectId', task_id: 'id', version: 'version' },
} satisfies Record<string, Partial<Record<keyof ChangeTable, string>>>

/**
 * Adds the CTE `recorded` to a write: it writes the change of the project or task that the CTE `written` returns to the
 * change feed.
 *
 *     recorded as (insert into changes (type, project_id, task_id, version, title, …)
 *       select 'updated' as type, written."projectId" as project_id, written.id as task_id, written.version, … from written
 *       where written.version <> (select target.version from target))
 */
export function recordChange<Tables>(
  db: QueryCreator<Tables>,
  table: 'projects' | 'tasks',
  type: ChangeType,
): QueryCreator<Tables> {
  const state = Object.entries(table === 'projects' ? PROJECT_STATE : TASK_STATE)
  // The deletion of a resource has no state.
  const copied = type === 'deleted' ? [] : state.map(([member, column]) => [column, member] as const)
  const columns = [...Object.entries(KEYS[table]), ...copied]
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
