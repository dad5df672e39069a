import { type Selectable, type SelectExpression, sql, type SqlBool } from 'kysely'

import type { SortKey } from '../../domain/page.ts'
import type { RowKey } from '../ids.ts'
import type { Database } from '../schema.ts'

import { compileOnce, compiler } from './compiled-statement.ts'
import { hasKey, isInProject } from './conditions.ts'
import { allOf, type FilterConditions } from './filters.ts'
import { type ListTable, orderBy, orderKeys, rangesAfter, type SortColumns } from './order-by.ts'

/** A list of rows of a table. */
export interface ListDefinition<Filter, Field extends string> {
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

/** A list with its compiled statements. */
export type List<Row, Filter, Field extends string> = ReturnType<typeof defineList<Row, Filter, Field>>

export const defineList = <Row, Filter, Field extends string>(list: ListDefinition<Filter, Field>) => ({
  ...list,
  rows: compileOnce<PageValues<Filter>, Row & { total: string }, PageVariant<Field>>(
    (values, variant) => selectPage(list, values, variant),
    // The default order has an index with each filter.
    ({ sort: [first, ...others], begin }) =>
      begin !== 'far' && first?.field === 'createdAt' && others.length === 0,
  ),
  total: compileOnce((values: PageValues<Filter>, { filters }: { filters: readonly string[] }) =>
    selectCount(list, values, filters),
  ),
})

/**
 * A statement that reads a page, with the total in each row. The rows after an item without a due date, or with the last
 * one, are two ranges of an index; each has a limit of its own, so that the position does not matter for its time.
 *
 *     select id, title, (select coalesce(sum(total), 0) from task_totals where …) as total from tasks
 *     where bucket = $1 and project_id = $2 and (created_at, id) < ($3, $4)
 *     order by created_at desc, id desc limit $5 offset $6
 */
function selectPage<Row, Filter, Field extends string>(
  list: ListDefinition<Filter, Field>,
  values: PageValues<Filter>,
  { filters, sort, begin }: PageVariant<Field>,
) {
  const { table, columns, sorts } = list
  const keys = orderKeys(sorts, sort)
  const [{ field }] = sort as [SortKey<Field>]
  const rows = compiler.selectFrom(table).where(rowsOf(list, values, filters, field))
  const ranges = begin.startsWith('after') ? rangesAfter(keys, begin === 'after null', values) : []
  const parts = ranges.map(
    (range) => sql`(${orderBy(rows.selectAll().where(range), keys).limit(values.limit)})`,
  )
  const union = sql<Selectable<Database[ListTable]>>`(${sql.join(parts, sql` union all `)})`
  const from =
    parts.length > 1
      ? compiler.selectFrom(union.as(table) as unknown as ListTable)
      : rows.where(allOf(...ranges))
  const total = sql<string>`(${selectTotal(list, values, filters)})`.as('total')
  return orderBy(from.select(columns).select(total), keys)
    .limit(values.limit)
    .offset(values.offset)
    .$castTo<Row & { total: string }>()
}

/** A statement that counts the rows of a list. It returns no row if the project does not exist. */
function selectCount<Filter>(
  list: ListDefinition<Filter, string>,
  values: PageValues<Filter>,
  filters: readonly string[],
) {
  const total = selectTotal(list, values, filters)
  if (!list.ofProject) return total
  const inRow = sql<string>`(${total})`.as('total')
  return compiler.selectFrom('projects').select(inRow).where(hasKey('projects', values))
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
