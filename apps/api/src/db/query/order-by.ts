import { sql, type RawBuilder } from 'kysely'

import type { ProjectSortField, SortKey, TaskSortField } from '../../domain/page.ts'

/** The columns that a field sorts by; `ascending` ones keep their direction when the field is sorted down. */
export interface SortColumns {
  nullRank?: string
  column: string
}

export const PROJECT_SORT_COLUMNS: Record<ProjectSortField, SortColumns> = {
  id: { column: 'id' },
  name: { column: 'name' },
  status: { column: 'status_rank' },
  createdAt: { column: 'created_at' },
  updatedAt: { column: 'updated_at' },
}

export const TASK_SORT_COLUMNS: Record<TaskSortField, SortColumns> = {
  id: { column: 'id' },
  title: { column: 'title' },
  status: { column: 'status_rank' },
  priority: { column: 'priority_rank' },
  dueDate: { nullRank: 'due_date_missing', column: 'due_date' },
  createdAt: { column: 'created_at' },
  updatedAt: { column: 'updated_at' },
}

type Direction = 'asc' | 'desc'

/**
 * The terms of `order by`, or those of the opposite order. The id breaks ties in the last key's direction, so that an
 * index can be read either way.
 */
export function orderBy<Field extends string>(
  columns: Record<Field, SortColumns>,
  sort: readonly SortKey<Field>[],
  reading: 'forwards' | 'backwards',
): RawBuilder<unknown> {
  const term = (column: string, direction: Direction): RawBuilder<unknown> => {
    const read = reading === 'forwards' ? direction : opposite(direction)
    return sql`${sql.ref(column)} ${sql.raw(read)}`
  }
  const terms = sort.flatMap(({ field, direction }) => {
    const { nullRank: ascending, column } = columns[field]
    return [...(ascending === undefined ? [] : [term(ascending, 'asc')]), term(column, direction)]
  })
  return sql.join([...terms, term('id', sort.at(-1)?.direction ?? 'asc')])
}

const opposite = (direction: Direction): Direction => (direction === 'asc' ? 'desc' : 'asc')
