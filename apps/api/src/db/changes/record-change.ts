import { type RawBuilder, sql } from 'kysely'

import type { ChangeType } from '../../domain/change.ts'

/**
 * The CTE `recorded`: writes the change of a project, which the CTE `written` returns, to the change feed. It is part of
 * the statement of the change. Empty if `record` is false.
 */
export function recordProjectChange(type: ChangeType, record: boolean): RawBuilder<unknown> {
  if (!record) return sql``
  return sql`, recorded as (
    insert into changes (type, project_id, version, title, description, status, created_at, updated_at)
    select ${sql.lit(type)}, id, version, ${stateOf(type, ['name', 'description', 'status', 'created_at', 'updated_at'])}
    from written ${ifChanged(type)}
  )`
}

/** The same for a task. */
export function recordTaskChange(type: ChangeType, record: boolean): RawBuilder<unknown> {
  if (!record) return sql``
  const state = ['title', 'description', 'status', 'priority', 'due_date', 'created_at', 'updated_at']
  return sql`, recorded as (
    insert into changes (type, project_id, task_id, version, ${sql.join(state.map((column) => sql.ref(column)))})
    select ${sql.lit(type)}, project_id, id, version, ${stateOf(type, state)}
    from written ${ifChanged(type)}
  )`
}

/** The deletion of a resource has no state. */
function stateOf(type: ChangeType, columns: readonly string[]): RawBuilder<unknown> {
  return sql.join(columns.map((column) => (type === 'deleted' ? sql`null` : sql.ref(column))))
}

/** Setting the current status changes nothing. */
function ifChanged(type: ChangeType): RawBuilder<unknown> {
  return type === 'updated' ? sql`where version <> (select version from target)` : sql``
}
