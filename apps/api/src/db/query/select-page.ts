import { type Expression, type Selectable, type SelectExpression, sql, type SqlBool } from 'kysely'

import type { SortKey } from '../../domain/page.ts'
import type { Database } from '../schema.ts'

import { compiler } from './compiled-statement.ts'
import { type IndexedSorts, type ListTable, orderBy, orderKeys, type SortColumns } from './order-by.ts'
import { hasIndex, rangesAfter } from './ranges-after.ts'

/** The parts of the statements that read a list of rows of a table. */
export interface ListSource<Field extends string> {
  table: ListTable
  columns: readonly SelectExpression<Database, ListTable>[]
  sortColumns: Record<Field | 'id', SortColumns>
  indexed: IndexedSorts<Field>
  /** The condition that the rows of the list meet. */
  where: Expression<SqlBool>
  /** A statement that counts these rows. */
  total: Expression<{ total: string }>
}

export interface PageValues {
  size: number
  offset: number
}

/** What the text of the statement depends on, apart from its values. */
export interface PageVariant<Field extends string> {
  sort: readonly SortKey<Field>[]
  /** Whether few rows precede the page. */
  isNear: boolean
}

const totalOf = ({ total }: { total: Expression<unknown> }) => sql<string>`(${total})`.as('total')

/** A statement that reads a page, with the total in each of its rows. */
export function selectPage<Row, Field extends string>(
  source: ListSource<Field>,
  { size, offset }: PageValues,
  { sort }: PageVariant<Field>,
) {
  const { table, columns, sortColumns, where } = source
  const query = compiler.selectFrom(table).select(columns).select(totalOf(source)).where(where)
  return orderBy(query, orderKeys(sortColumns, sort, { reversed: false }))
    .limit(size)
    .offset(offset)
    .$castTo<Row & { total: string }>()
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
  source: ListSource<Field>,
  values: { limit: number } & Readonly<Record<string, unknown>>,
  { sort, reversed, nullFields }: PositionVariant<Field>,
) {
  const { table, columns, sortColumns, indexed, where } = source
  const keys = orderKeys(sortColumns, sort, { reversed })
  const ranges = nullFields === undefined ? [] : rangesAfter(keys, nullFields, values)
  const rows = compiler.selectFrom(table).where(where)
  const parts = ranges.map(
    (range) => sql`(${orderBy(rows.selectAll().where(range), keys).limit(values.limit)})`,
  )
  const union = sql<Selectable<Database[ListTable]>>`(${sql.join(parts, sql` union all `)})`
  const from =
    parts.length > 1 && hasIndex(indexed.unfiltered, sort)
      ? compiler.selectFrom(union.as(table) as unknown as ListTable)
      : rows.$if(ranges.length > 0, (query) => query.where((eb) => eb.or(ranges)))
  return orderBy(from.select(columns).select(totalOf(source)), keys)
    .limit(values.limit)
    .$castTo<Row & { total: string }>()
}
