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

const totalOf = ({ total }: { total: Expression<unknown> }) => sql<string>`(${total})`.as('total')

/**
 * A statement that reads a page, with the total in each of its rows.
 *
 * With an index strategy, an index-only scan finds the ids of the page, and only these rows are fetched. A backward scan
 * computes its offset from the total that the same statement counts, so concurrent writes cannot shift the page. The
 * planner does not know that few ids are found and would join them by a scan of the whole table; `limit 1` in the
 * lateral subquery makes it look up each row by its id.
 */
export function selectPage<Row, Field extends string>(
  source: ListSource<Field>,
  { size, offset }: PageValues,
  { sort, scan }: PageVariant<Field>,
) {
  const { table, columns, sortColumns, where, total } = source
  const forward = orderKeys(sortColumns, sort, { reversed: false })
  if (scan === 'offset') {
    const query = compiler.selectFrom(table).select(columns).select(totalOf(source)).where(where)
    return orderBy(query, forward).limit(size).offset(offset).$castTo<Row & { total: string }>()
  }
  const query = compiler
    .with('counted', () => total)
    .with('found', (db) => {
      const ids = db.selectFrom(table).select('id').where(where)
      if (scan === 'index-forward') return orderBy(ids, forward).limit(size).offset(offset)
      const { limit, offset: skipped } = backwardRange(size, offset)
      return orderBy(ids, orderKeys(sortColumns, sort, { reversed: true }))
        .limit(limit)
        .offset(skipped)
    })
    .selectFrom('found')
    .crossJoinLateral((eb) =>
      eb
        .selectFrom(table)
        .selectAll()
        .where(`${table}.id`, '=', eb.ref('found.id'))
        // Names the bucket, if the list is one of a project.
        .where(where)
        .limit(1)
        .as(table as 'tasks'),
    )
    .select(columns as never)
    .select((eb) => eb.selectFrom('counted').select('total').as('total'))
  return orderBy(query, forward).$castTo<Row & { total: string }>()
}

/** The range of a page, counted from the end of the list. */
const backwardRange = (size: number, offset: number) => ({
  limit: sql<bigint>`(select greatest(least(${size}, total - ${offset}), 0) from counted)`,
  offset: sql<bigint>`(select greatest(total - ${offset} - ${size}, 0) from counted)`,
})

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
