import { type SelectExpression, type SelectQueryBuilder, sql, type SqlBool } from 'kysely'

import type { SortKey } from '../../domain/page.ts'
import type { RowKey } from '../ids.ts'
import type { Database } from '../schema.ts'

import { compileOnce, compiler } from './compiled-statement.ts'
import { hasKey, isInProject } from './conditions.ts'
import { allOf, type FilterConditions } from './filters.ts'
import { isAfter, type ListTable, orderBy, orderKeys, type SortColumns } from './order-by.ts'

/** A list of rows of a table. */
interface ListDefinition<Filter, Field extends string> {
  table: ListTable
  /** Whether the rows are those of one project. */
  ofProject: boolean
  columns: readonly SelectExpression<Database, ListTable>[]
  filters: FilterConditions<Filter>
  sorts: Record<Field | 'id', SortColumns>
  /** The view with the totals of the table, and the filters whose columns it has. */
  totals: { view: 'project_totals' | 'task_totals'; filters: readonly (keyof Filter)[] }
}

/** The values of a statement: those of the filters, the key of the project, the page, and the item it follows. */
type PageValues<Filter> = Filter &
  RowKey & { limit: number; offset: number; afterId?: string | undefined; afterValue?: unknown }

/** What the text of a statement depends on. */
interface PageVariant<Field extends string> {
  /** The names of the filters in use. */
  filters: readonly string[]
  sort: readonly SortKey<Field>[]
  /** Where the page begins: few or many rows after the start, or after an item with or without a value. */
  begin: 'near' | 'far' | 'after value' | 'after null'
}

/** An item of a page; all its members are null if the page is empty. */
type PageRow<Row> = Row & { id: string | null; total: string }

/** A list with its compiled statement. */
export type List<Row, Filter, Field extends string> = ReturnType<typeof defineList<Row, Filter, Field>>

export const defineList = <Row, Filter, Field extends string>(list: ListDefinition<Filter, Field>) => ({
  ...list,
  rows: compileOnce<PageValues<Filter>, PageRow<Row>, PageVariant<Field>>(
    (values, variant) => selectPage(list, values, variant),
    // The default order has an index with each filter.
    ({ sort: [first, ...others], begin }) =>
      begin !== 'far' && first?.field === 'createdAt' && others.length === 0,
  ),
})

/**
 * A statement that reads a page, with the total in each row. An empty page has one row, of the total and null; the list of a
 * project that does not exist has none.
 *
 *     select total, page.* from
 *       (select (select coalesce(sum(total), 0) from task_totals where …) as total from projects where …) as list
 *     left join
 *       (select id, title, … from tasks where bucket = $1 and project_id = $2 and (created_at, id) < ($3, $4)
 *       order by created_at desc, id desc limit $5 offset $6) as page on true
 */
function selectPage<Row, Filter, Field extends string>(
  list: ListDefinition<Filter, Field>,
  values: PageValues<Filter>,
  { filters, sort, begin }: PageVariant<Field>,
): SelectQueryBuilder<Database, ListTable, PageRow<Row>> {
  const { table, ofProject, columns, sorts } = list
  const keys = orderKeys(sorts, sort)
  const after = begin.startsWith('after') ? [isAfter(keys, begin === 'after null', values)] : []
  const rows = compiler
    .selectFrom(table)
    .select(columns)
    .where(allOf(rowsOf(list, values, filters, sort[0]?.field), ...after))
  const page = orderBy(rows, keys).limit(values.limit).offset(values.offset)
  const total = selectTotal(list, values, filters)
  const parent = compiler.selectFrom('projects').where(hasKey('projects', values))
  return compiler
    .selectFrom((ofProject ? parent.select(sql<string>`(${total})`.as('total')) : total).as('list'))
    .leftJoin(page.as('page'), (join) => join.onTrue())
    .select('list.total')
    .selectAll('page') as never
}

/** The sum of the counters that triggers maintain. With a filter that they do not know, the rows are counted. */
function selectTotal<Filter>(
  list: ListDefinition<Filter, string>,
  values: PageValues<Filter>,
  filters: readonly string[],
) {
  const { table, totals } = list
  const isCounted = filters.every((name) => totals.filters.includes(name as keyof Filter))
  const sum = isCounted ? sql<string>`cast(coalesce(sum(total), 0) as bigint)` : sql<string>`count(*)`
  return compiler
    .selectFrom(isCounted ? totals.view : table)
    .select(sum.as('total'))
    .where(rowsOf(list, values, filters))
}

/** The condition that the rows of a list meet. A filter on the field of the sort compares the rank, which the index has. */
const rowsOf = <Filter, Field extends string>(
  { ofProject, filters: conditions, sorts }: ListDefinition<Filter, Field>,
  values: PageValues<Filter>,
  filters: readonly string[],
  sort?: string,
) =>
  allOf(
    ...(ofProject ? [isInProject(values)] : []),
    ...(filters as (keyof Filter & string)[]).map((name) => {
      const { column, ranked } = sorts[(sort ?? 'id') as Field]
      return name === sort && ranked !== undefined
        ? hasRank(column, ranked, values[name])
        : conditions[name](values[name])
    }),
  )

const hasRank = (column: string, ranked: readonly string[], value: unknown) =>
  sql<SqlBool>`${sql.ref(column)} = array_position(array[${sql.join(ranked.map((word) => sql.lit(word)))}], ${value}) - 1`
