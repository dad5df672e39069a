import { type RawBuilder, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'

import type { Database } from '../schema.ts'

import { compiler } from './compiled-statement.ts'
import { type ListTable, orderBy, type OrderKey } from './order-by.ts'

interface Search {
  table: ListTable
  keys: readonly OrderKey<string>[]
  /** The condition of the rows of the list, for the index of words and for the texts of other rows. */
  condition: RawBuilder<SqlBool>
  textCondition: RawBuilder<SqlBool>
  /** The condition of the rows that follow the start of the page. */
  after: RawBuilder<SqlBool>
  /** The first of all rows that follow it, with or without the words, if an index has the order. */
  firstAfter: ((limit: RawBuilder<bigint>) => SelectQueryBuilder<Database, ListTable, object>) | undefined
  /** How many rows follow up to the end of the page. */
  end: RawBuilder<bigint>
}

/** If more rows than `MANY` match, some of them are most probably among the `FIRST` rows of an index with the order. */
const MANY = sql.lit(5_000)
const FIRST = sql.lit<bigint>(10_000n)
const NONE = sql<SqlBool>`false`

/**
 * The CTEs of a search: `counted` has the total; `near` and `found` have the ids of the rows up to the end of the page. An
 * index has either the words or the order. Therefore the rows are found by their words and sorted, except if there are
 * many: reading a column of all of them and sorting takes as long again as counting them.
 *
 *     with counted as materialized (select count(*) as total from tasks where …),
 *     near as materialized (select id from
 *       (select * from tasks order by created_at desc, id desc limit 10000) as tasks
 *       where … and (select total from counted) > 5000 order by created_at desc, id desc limit $1),
 *     matching as materialized (select id, created_at from tasks where … and (select count(*) from near) < $1),
 *     found as (select id from matching order by created_at desc, id desc limit $1)
 */
export function searchRows({ table, keys, condition, textCondition, after, firstAfter, end }: Search) {
  const first = firstAfter && orderBy(firstAfter(FIRST).selectAll(), keys).limit(FIRST).as(table)
  return compiler
    .with(
      (cte) => cte('counted').materialized(),
      (db) =>
        db
          .selectFrom(table)
          .select(sql<string>`count(*)`.as('total'))
          .where(condition),
    )
    .with(
      (cte) => cte('near').materialized(),
      (db) =>
        orderBy(db.selectFrom((first ?? table) as ListTable).select('id'), keys)
          .where(first ? sql<SqlBool>`${textCondition} and (select total from counted) > ${MANY}` : NONE)
          .limit(end),
    )
    .with(
      (cte) => cte('matching').materialized(),
      (db) =>
        db
          .selectFrom(table)
          .select(keys.map(({ column }) => sql.ref(column).as(column)))
          .where(sql<SqlBool>`${condition} and ${after} and (select count(*) from near) < ${end}`),
    )
    .with('found', (db) => orderBy(db.selectFrom('matching' as ListTable).select('id'), keys).limit(end))
}
