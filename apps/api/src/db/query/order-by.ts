import { type RawBuilder, sql, type SelectQueryBuilder, type SqlBool } from 'kysely'

import { type SortKey, sortFields } from '../../domain/page.ts'
import type { Database } from '../schema.ts'

/** The tables that lists read. */
export type ListTable = 'projects' | 'tasks'
type SortColumn = { [Table in ListTable]: keyof Database[Table] & string }[ListTable]

/**
 * The columns that a field sorts by. `nullRank` is 1 for null and 0 otherwise; it is always sorted ascending, which is
 * `nulls last` in both directions.
 */
export interface SortColumns {
  nullRank?: SortColumn
  column: SortColumn
  /** The values of the field in ascending order, if `column` contains their ranks. */
  ranked?: readonly string[]
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
 * The columns that a list is sorted by. The last one is the id, in the direction of the last sort key, so that the order
 * is total and an index can be scanned in both directions.
 */
export function orderKeys<Field extends string>(
  columns: Record<Field | 'id', SortColumns>,
  sort: readonly SortKey<Field>[],
): OrderKey<Field | 'id'>[] {
  return sortFields(sort).flatMap((field) => {
    const { nullRank, column } = columns[field]
    const direction = sort.find((key) => key.field === field)?.direction ?? sort.at(-1)?.direction ?? 'asc'
    const key = { field, column, direction, isNullRank: false }
    return nullRank === undefined
      ? [key]
      : [{ field, column: nullRank, direction: 'asc', isNullRank: true }, key]
  })
}

/** Adds an `order by` clause. */
export const orderBy = <Tables, Table extends keyof Tables, Row>(
  query: SelectQueryBuilder<Tables, Table, Row>,
  keys: readonly OrderKey<string>[],
): SelectQueryBuilder<Tables, Table, Row> =>
  keys.reduce((ordered, { column, direction }) => ordered.orderBy(sql.ref(column), direction), query)

/**
 * Conditions for the rows after an item in the order of one field: a range of an index, and for a field that can be null
 * the rows without a value, which are last in both directions. No row meets both.
 */
export function rangesAfter(
  keys: readonly OrderKey<string>[],
  isNull: boolean,
  { afterId, afterValue }: { afterId?: string | undefined; afterValue?: unknown },
): RawBuilder<SqlBool>[] {
  const compared = keys.filter(({ field, isNullRank }) => field === 'id' || !(isNullRank || isNull))
  const columns = compared.map(({ column }) => sql.ref(column))
  const bounds = compared.map(({ field }) => (field === 'id' ? afterId : afterValue))
  const operator = sql.raw(compared[0]?.direction === 'asc' ? '>' : '<')
  const after = sql<SqlBool>`(${sql.join(columns)}) ${operator} (${sql.join(bounds)})`
  const [isGiven, isMissing] = rangesByNull(keys)
  if (isGiven === undefined || isMissing === undefined) return [after]
  return isNull ? [sql`(${isMissing} and ${after})`] : [sql`(${isGiven} and ${after})`, sql`${isMissing}`]
}

/**
 * Conditions for the rows with a value, and for those without, which come last in both directions: an index is scanned
 * forward or backward for each. None if the field cannot be null.
 */
export function rangesByNull(keys: readonly OrderKey<string>[]): RawBuilder<SqlBool>[] {
  const column = keys.find(({ isNullRank }) => isNullRank)?.column
  if (column === undefined) return []
  return [0, 1].map((rank) => sql<SqlBool>`${sql.ref(column)} = ${sql.lit(rank)}`)
}
