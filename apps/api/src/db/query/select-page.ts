import { type RawBuilder, sql } from 'kysely'

import type { SortKey } from '../../domain/page.ts'

import { orderBy, type SortColumns } from './order-by.ts'

/** The parts of the statements that read a list of rows of a table. */
export interface ListSource<Field extends string> {
  table: RawBuilder<unknown>
  columns: RawBuilder<unknown>
  sortColumns: Record<Field, SortColumns>
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
  const forward = orderBy(sortColumns, sort, { reversed: false })
  if (scan === 'offset') {
    return sql`
      select ${columns}, (${total}) as total from ${table} where ${where}
      order by ${forward} limit ${size} offset ${offset}`
  }
  const range =
    scan === 'index-forward'
      ? sql`order by ${forward} limit ${size} offset ${offset}`
      : sql`order by ${orderBy(sortColumns, sort, { reversed: true })}
          limit (select greatest(least(${size}, total - ${offset}), 0) from counted)
          offset (select greatest(total - ${offset} - ${size}, 0) from counted)`
  return sql`
    with counted as (${total}), found as (select id from ${table} where ${where} ${range})
    select ${columns}, (select total from counted) as total
    from found cross join lateral (select * from ${table} where ${table}.id = found.id limit 1) as ${table}
    order by ${forward}`
}
