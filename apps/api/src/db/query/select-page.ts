import { type RawBuilder, sql } from 'kysely'

import type { PageRequest, SortKey } from '../../domain/page.ts'

import { orderBy, type SortColumns } from './order-by.ts'
import type { ScanStrategy } from './read-page.ts'

/** A list of a table's rows, in SQL. */
export interface ListSource<Field extends string> {
  table: RawBuilder<unknown>
  /** Of a row, as a client gets it. */
  columns: RawBuilder<unknown>
  sortColumns: Record<Field, SortColumns>
  /** Which rows belong to the list. */
  where: RawBuilder<unknown>
  /** A statement that counts them. */
  total: RawBuilder<unknown>
}

export interface PageValues {
  size: number
  offset: number
}

/** What the text of a page's statement hangs on. */
export interface PageVariant<Field extends string> {
  sort: readonly SortKey<Field>[]
  scan: ScanStrategy
}

export function pageValues({ number, size }: PageRequest<string>): PageValues {
  return { size, offset: number * size }
}

/**
 * The statement that reads a page, with the total beside each of its rows. A page that is far away is found with an
 * index alone, and its rows are fetched afterwards; from the end it is counted backwards, by the total of the same
 * statement, so that what is written meanwhile cannot shift it. A planner that cannot know how few are found would
 * read the whole table to join them; `limit 1` has it fetch one after another.
 */
export function selectPage<Row, Field extends string>(
  { table, columns, sortColumns, where, total }: ListSource<Field>,
  { size, offset }: PageValues,
  { sort, scan }: PageVariant<Field>,
): RawBuilder<Row & { total: string }> {
  const forwards = orderBy(sortColumns, sort, 'forwards')
  if (scan === 'near') {
    return sql`
      select ${columns}, (${total}) as total from ${table} where ${where}
      order by ${forwards} limit ${size} offset ${offset}`
  }
  const found =
    scan === 'from-start'
      ? sql`order by ${forwards} limit ${size} offset ${offset}`
      : sql`order by ${orderBy(sortColumns, sort, 'backwards')}
          limit (select greatest(least(${size}, total - ${offset}), 0) from counted)
          offset (select greatest(total - ${offset} - ${size}, 0) from counted)`
  return sql`
    with counted as (${total}), found as (select id from ${table} where ${where} ${found})
    select ${columns}, (select total from counted) as total
    from found cross join lateral (select * from ${table} where ${table}.id = found.id limit 1) as ${table}
    order by ${forwards}`
}
