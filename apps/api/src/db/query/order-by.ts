import { sql, type SelectQueryBuilder } from 'kysely'

import { type SortKey, sortFields } from '../../domain/page.ts'
import type { Database } from '../schema.ts'

/** The tables that lists read. */
export type ListTable = 'projects' | 'tasks'
type SortColumn = { [Table in ListTable]: keyof Database[Table] & string }[ListTable]

/**
 * The columns that a field sorts by. `nullRank` is 1 for null and 0 otherwise; it is always sorted ascending, which is
 * `nulls last` for engines that cannot index that.
 */
export interface SortColumns {
  nullRank?: SortColumn
  column: SortColumn
  /** The values of the field in ascending order, if `column` contains their ranks. */
  ranked?: readonly string[]
}

/** The fields whose order an index provides if a list is sorted by one of them alone. */
export interface IndexedSorts<Field extends string> {
  unfiltered: readonly Field[]
  /** With any of the filters. */
  filtered: readonly Field[]
}

type Direction = 'asc' | 'desc'

/** A column of an `order by` clause. */
export interface OrderKey<Field extends string> {
  field: Field
  column: SortColumn
  direction: Direction
  isNullRank: boolean
}

/**
 * The columns that a list is sorted by, or all of them reversed. The last one is the id, in the direction of the last
 * sort key, so that the order is total and an index can be scanned in both directions.
 */
export function orderKeys<Field extends string>(
  columns: Record<Field | 'id', SortColumns>,
  sort: readonly SortKey<Field>[],
  { reversed }: { reversed: boolean },
): OrderKey<Field | 'id'>[] {
  const directed = (direction: Direction): Direction => (reversed ? opposite(direction) : direction)
  return sortFields(sort).flatMap((field) => {
    const { nullRank, column } = columns[field]
    const direction = sort.find((key) => key.field === field)?.direction ?? sort.at(-1)?.direction ?? 'asc'
    const key = { field, column, direction: directed(direction), isNullRank: false }
    return nullRank === undefined
      ? [key]
      : [{ field, column: nullRank, direction: directed('asc'), isNullRank: true }, key]
  })
}

/** Adds an `order by` clause. */
export const orderBy = <Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  keys: readonly OrderKey<string>[],
): SelectQueryBuilder<Tables, Table, Row> =>
  keys.reduce((ordered, { column, direction }) => ordered.orderBy(sql.ref(column), direction), query)

const opposite = (direction: Direction): Direction => (direction === 'asc' ? 'desc' : 'asc')
