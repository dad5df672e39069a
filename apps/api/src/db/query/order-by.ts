import { type RawBuilder, sql } from 'kysely'

import type { SortKey } from '../../domain/page.ts'

/**
 * The columns that a field sorts by. `nullRank` is 1 for null and 0 otherwise; it is always sorted ascending, which is
 * `nulls last` for engines that cannot index that.
 */
export interface SortColumns {
  nullRank?: string
  column: string
}

type Direction = 'asc' | 'desc'

/**
 * The sort expressions of an `order by` clause, or all of them reversed. The last one is the id, in the direction of the
 * last sort key, so that the order is total and an index can be scanned in both directions.
 */
export function orderBy<Field extends string>(
  columns: Record<Field, SortColumns>,
  sort: readonly SortKey<Field>[],
  { reversed }: { reversed: boolean },
): RawBuilder<unknown> {
  const expression = (column: string, direction: Direction): RawBuilder<unknown> =>
    sql`${sql.ref(column)} ${sql.raw(reversed ? opposite(direction) : direction)}`
  const expressions = sort.flatMap(({ field, direction }) => {
    const { nullRank, column } = columns[field]
    return [...(nullRank === undefined ? [] : [expression(nullRank, 'asc')]), expression(column, direction)]
  })
  return sql.join([...expressions, expression('id', sort.at(-1)?.direction ?? 'asc')])
}

const opposite = (direction: Direction): Direction => (direction === 'asc' ? 'desc' : 'asc')
