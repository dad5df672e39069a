import { sql, type RawBuilder } from 'kysely'

import type { PageRequest, ProjectSortField, SortKey, TaskSortField } from '../domain/page.ts'

/** The columns that a field sorts by; `ascending` ones keep their direction when the field is sorted down. */
interface SortColumns {
  ascending?: string
  column: string
}

const PROJECT_COLUMNS: Record<ProjectSortField, SortColumns> = {
  id: { column: 'id' },
  name: { column: 'name' },
  status: { column: 'status_rank' },
  createdAt: { column: 'created_at' },
  updatedAt: { column: 'updated_at' },
}

const TASK_COLUMNS: Record<TaskSortField, SortColumns> = {
  id: { column: 'id' },
  title: { column: 'title' },
  status: { column: 'status_rank' },
  priority: { column: 'priority_rank' },
  dueDate: { ascending: 'due_date_missing', column: 'due_date' },
  createdAt: { column: 'created_at' },
  updatedAt: { column: 'updated_at' },
}

export function projectOrder(page: PageRequest<ProjectSortField>): RawBuilder<unknown> {
  return order(PROJECT_COLUMNS, page.sort)
}

export function taskOrder(page: PageRequest<TaskSortField>): RawBuilder<unknown> {
  return order(TASK_COLUMNS, page.sort)
}

/** The terms of `order by`. The id breaks ties in the last key's direction, so that an index can be read either way. */
function order<Field extends string>(
  columns: Record<Field, SortColumns>,
  sort: readonly SortKey<Field>[],
): RawBuilder<unknown> {
  const terms = sort.flatMap(({ field, direction }) => {
    const { ascending, column } = columns[field]
    return [...(ascending === undefined ? [] : [term(ascending, 'asc')]), term(column, direction)]
  })
  return sql.join([...terms, term('id', sort.at(-1)?.direction ?? 'asc')])
}

function term(column: string, direction: 'asc' | 'desc'): RawBuilder<unknown> {
  return sql`${sql.ref(column)} ${sql.raw(direction)}`
}
