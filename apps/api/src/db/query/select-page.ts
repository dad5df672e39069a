import { type RawBuilder, sql } from 'kysely'

import type { SortKey } from '../../domain/page.ts'

import { orderBy, orderKeys, type SortColumns } from './order-by.ts'
import { hasIndex, rangesAfter } from './ranges-after.ts'

/** The parts of the statements that read a list of rows of a table. */
export interface ListSource<Field extends string> {
  table: RawBuilder<unknown>
  columns: RawBuilder<unknown>
  sortColumns: Record<Field | 'id', SortColumns>
  /** The condition that the rows of the list meet. */
  where: RawBuilder<unknown>
  /** A statement that counts these rows. */
  total: RawBuilder<unknown>
}

export interface PageValues {
  size: number
  offset: number
}

/**
 * How the rows of a page are found: `offset` skips whole rows; `index-forward` and `index-backward` skip entries of an
 * index, from the start or from the end of the list.
 */
export type ScanStrategy = 'offset' | 'index-forward' | 'index-backward'

/** What the text of the statement depends on, apart from its values. */
export interface PageVariant<Field extends string> {
  sort: readonly SortKey<Field>[]
  scan: ScanStrategy
}

/**
 * A statement that reads a page, with the total in each of its rows.
 *
 * With an index strategy, an index-only scan finds the ids of the page, and only these rows are fetched. A backward scan
 * computes its offset from the total that the same statement counts, so concurrent writes cannot shift the page. The
 * planner does not know that few ids are found and would join them by a scan of the whole table; `limit 1` in the
 * lateral subquery makes it look up each row by its id.
 */
export function selectPage<Row, Field extends string>(
  { table, columns, sortColumns, where, total }: ListSource<Field>,
  { size, offset }: PageValues,
  { sort, scan }: PageVariant<Field>,
): RawBuilder<Row & { total: string }> {
  const forward = orderBy(orderKeys(sortColumns, sort, { reversed: false }))
  if (scan === 'offset') {
    return sql`
      select ${columns}, (${total}) as total from ${table} where ${where}
      order by ${forward} limit ${size} offset ${offset}`
  }
  const range =
    scan === 'index-forward'
      ? sql`order by ${forward} limit ${size} offset ${offset}`
      : sql`order by ${orderBy(orderKeys(sortColumns, sort, { reversed: true }))}
          limit (select greatest(least(${size}, total - ${offset}), 0) from counted)
          offset (select greatest(total - ${offset} - ${size}, 0) from counted)`
  return sql`
    with counted as (${total}), found as (select id from ${table} where ${where} ${range})
    select ${columns}, (select total from counted) as total
    from found cross join lateral (select * from ${table} where ${table}.id = found.id limit 1) as ${table}
    order by ${forward}`
}

/** What the text of a statement that reads from a position depends on. */
export interface PositionVariant<Field extends string> {
  sort: readonly SortKey<Field>[]
  /** Whether the rows before the position are read, the nearest first. */
  reversed: boolean
  /** The fields that are null at the position; undefined if reading starts at an end of the list. */
  nullFields: readonly string[] | undefined
}

/**
 * A statement that reads up to `limit` rows from a position, with the total in each of them. Every range of an indexed
 * order is read with a limit of its own, so that the position does not matter for its time. Without an index, all rows
 * are read and sorted in any case, so it is done once.
 */
export function selectFromPosition<Row, Field extends string>(
  { table, columns, sortColumns, where, total }: ListSource<Field>,
  values: { limit: number } & Readonly<Record<string, unknown>>,
  { sort, reversed, nullFields }: PositionVariant<Field>,
): RawBuilder<Row & { total: string }> {
  const keys = orderKeys(sortColumns, sort, { reversed })
  const ranges = nullFields === undefined ? [] : rangesAfter(keys, nullFields, values)
  const sorted = sql`order by ${orderBy(keys)} limit ${values.limit}`
  const read = (selected: RawBuilder<unknown>, conditions: RawBuilder<unknown>): RawBuilder<unknown> =>
    sql`select ${selected} from ${table} where ${where} and ${conditions}`
  const result = sql`${columns}, (${total}) as total`
  if (ranges.length > 1 && hasIndex(sort)) {
    const parts = ranges.map((range) => sql`(${read(sql`*`, range)} ${sorted})`)
    return sql`select ${result} from (${sql.join(parts, sql` union all `)}) as ${table} ${sorted}`
  }
  const condition = ranges.length === 0 ? sql`true` : sql`(${sql.join(ranges, sql` or `)})`
  return sql`${read(result, condition)} ${sorted}`
}
