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
 * The condition for the rows after an item in the order of one field: a range of its index. If the field can be null, rows
 * without a value are last in both directions. In descending order the two are no range: rows before the item are read, too.
 */
export function isAfter(
  keys: readonly OrderKey<string>[],
  isNull: boolean,
  { afterId, afterValue }: { afterId?: string | undefined; afterValue?: unknown },
): RawBuilder<SqlBool> {
  const isAscending = keys.at(-1)?.direction === 'asc'
  const rank = keys.find(({ isNullRank }) => isNullRank)
  const compared = keys.filter((key) => key.field === 'id' || (!isNull && (isAscending || key !== rank)))
  const columns = compared.map(({ column }) => sql.ref(column))
  const bounds = compared.map((key) =>
    key === rank ? sql.lit(0) : key.field === 'id' ? afterId : afterValue,
  )
  const after = sql<SqlBool>`(${sql.join(columns)}) ${sql.raw(isAscending ? '>' : '<')} (${sql.join(bounds)})`
  if (rank === undefined || (isAscending && !isNull)) return after
  const isMissing = sql`${sql.ref(rank.column)} = 1`
  return isNull ? sql`(${isMissing} and ${after})` : sql`(${isMissing} or ${after})`
}

/**
 * The ranges of an index of which the rows after an item consist, in a descending order in which those without a value are
 * last: the first with a value, the second without. An ascending order, and one without null, is one range: undefined.
 */
export function splitByNull(
  keys: readonly OrderKey<string>[],
  begin: string,
  values: { afterId?: string | undefined; afterValue?: unknown },
): RawBuilder<SqlBool>[] | undefined {
  const rank = keys.find(({ isNullRank }) => isNullRank)
  if (rank === undefined || keys.at(-1)?.direction === 'asc') return undefined
  const [isGiven, isMissing] = [0, 1].map(
    (value) => sql<SqlBool>`${sql.ref(rank.column)} = ${sql.lit(value)}`,
  )
  const compared = keys.filter((key) => key !== rank)
  const after = begin.startsWith('after') ? isAfter(compared, begin === 'after null', values) : sql`true`
  return begin === 'after null'
    ? [sql`(${isMissing} and ${after})`]
    : [sql`(${isGiven} and ${after})`, sql`${isMissing}`]
}
