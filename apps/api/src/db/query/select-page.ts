import {
  type RawBuilder,
  type Selectable,
  type SelectExpression,
  type SelectQueryBuilder,
  sql,
  type SqlBool,
} from 'kysely'

import type { SortKey } from '../../domain/page.ts'
import type { RowKey } from '../ids.ts'
import type { Database } from '../schema.ts'

import { compileOnce, compiler } from './compiled-statement.ts'
import { hasKey, isInProject } from './conditions.ts'
import { allOf, type Filter, type FilterUse } from './filters.ts'
import { isAfter, type ListTable, orderBy, orderKeys, type SortColumns, splitByNull } from './order-by.ts'
import { searchRows } from './search-rows.ts'

/** A list of rows of a table. */
interface ListDefinition<Field extends string, Parameter extends string = string> {
  table: ListTable
  /** Whether the rows are those of one project. */
  ofProject: boolean
  columns: readonly SelectExpression<Database, ListTable>[]
  /** By the names of their query parameters, in the order of links. */
  filters: Readonly<Record<Parameter, Filter>>
  sorts: Record<Field | 'id', SortColumns>
  /** The view with the totals of the table. */
  totals: 'project_totals' | 'task_totals'
}

/** The values of a statement: those of the filters, the key of the project, the page, and the item it follows. */
interface PageValues extends RowKey, Record<string, unknown> {
  limit: number
  offset: number
  afterId?: string | undefined
  afterValue?: unknown
}

/** What the text of a statement depends on. */
interface PageVariant<Field extends string> {
  filters: readonly FilterUse[]
  sort: readonly SortKey<Field>[]
  /** Where the page begins: few or many rows after the start, or after an item with or without a value. */
  begin: 'near' | 'far' | 'after value' | 'after null'
}

/** An item of a page; all its members are null if the page is empty. */
type PageRow<Row> = Row & { id: string | null; total: string }

/** A list with its compiled statement. */
export type List<Row, Field extends string, Parameter extends string = string> = ReturnType<
  typeof defineList<Row, Field, Parameter>
>

export const defineList = <Row, Field extends string, Parameter extends string>(
  list: ListDefinition<Field, Parameter>,
) => ({
  ...list,
  rows: compileOnce<PageValues, PageRow<Row>, PageVariant<Field>>(
    (values, variant) => selectPage(list, values, variant),
    // The default order has an index with each filter of one counted value.
    ({ filters, sort: [first, ...others], begin }) =>
      begin !== 'far' &&
      first?.field === 'createdAt' &&
      others.length === 0 &&
      filters.every(([name, form]) => filterOf(list, name).isCounted === true && form === 'one'),
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
 *
 * A search finds the rows of the page by `searchRows`.
 */
function selectPage<Row, Field extends string>(
  list: ListDefinition<Field>,
  values: PageValues,
  { filters, sort, begin }: PageVariant<Field>,
): SelectQueryBuilder<Database, ListTable, PageRow<Row>> {
  const { table, ofProject, columns, sorts } = list
  const keys = orderKeys(sorts, sort)
  const condition = rowsOf(list, values, filters, sort[0]?.field)
  const end = sql<bigint>`cast(${values.limit} as bigint) + ${values.offset}`
  const ranges = ofProject ? undefined : splitByNull(keys, begin, values)
  const after = begin.startsWith('after') ? isAfter(keys, begin === 'after null', values) : sql<SqlBool>`true`
  const rowsAfter = (matching: RawBuilder<SqlBool>, limit = end) => {
    const rows = compiler.selectFrom(table).where(matching)
    const parts = ranges?.map((range) => sql`(${orderBy(rows.selectAll().where(range), keys).limit(limit)})`)
    return parts ? compiler.selectFrom(unionOf(parts).as(table) as unknown as ListTable) : rows.where(after)
  }
  const searches = (name: string): boolean => filterOf(list, name).isSearch === true
  const isSearch = filters.some(([name]) => searches(name))
  const texts = filters.map<FilterUse>(([name, form]) => [name, searches(name) ? 'text' : form])
  const ofList = rowsOf(list, values, [])
  const db = isSearch
    ? searchRows({
        ...{ table, keys, condition, after, end },
        textCondition: rowsOf(list, values, texts),
        firstAfter: sort.length === 1 && begin !== 'far' ? (limit) => rowsAfter(ofList, limit) : undefined,
      })
    : compiler
  const rows = isSearch ? compiler.selectFrom(table).where(ofList).where(IS_FOUND) : rowsAfter(condition)
  const page = orderBy(rows.select(columns), keys).limit(values.limit).offset(values.offset)
  const total = isSearch ? compiler.selectFrom(COUNTED).select('total') : selectTotal(list, values, filters)
  const parent = compiler.selectFrom('projects').where(hasKey('projects', values))
  return db
    .selectFrom((ofProject ? parent.select(sql<string>`(${total})`.as('total')) : total).as('list'))
    .leftJoin(page.as('page'), (join) => join.onTrue())
    .select('list.total')
    .selectAll('page') as never
}

const COUNTED = sql<{ total: string }>`counted`.as('counted')
const IS_FOUND = sql<SqlBool>`id in (select id from near union all select id from found)`

const unionOf = (parts: readonly unknown[]) =>
  sql<Selectable<Database[ListTable]>>`(${sql.join(parts, sql` union all `)})`

/** The sum of the counters that triggers maintain. With a filter that they do not know, the rows are counted. */
function selectTotal(list: ListDefinition<string>, values: PageValues, filters: readonly FilterUse[]) {
  const { table, totals } = list
  const isCounted = filters.every(([name]) => filterOf(list, name).isCounted)
  const sum = isCounted ? sql<string>`cast(coalesce(sum(total), 0) as bigint)` : sql<string>`count(*)`
  return compiler
    .selectFrom(isCounted ? totals : table)
    .select(sum.as('total'))
    .where(rowsOf(list, values, filters))
}

function filterOf({ filters }: ListDefinition<string>, name: string): Filter {
  const filter = filters[name]
  if (filter === undefined) throw new TypeError(`The list has no filter ${name}`)
  return filter
}

/** The condition that the rows of a list meet. A filter on the field of the sort compares the rank, which the index has. */
const rowsOf = <Field extends string>(
  list: ListDefinition<Field>,
  values: PageValues,
  filters: readonly FilterUse[],
  sort?: string,
) =>
  allOf(
    ...(list.ofProject ? [isInProject(values)] : []),
    ...filters.map(([name, form]) => {
      const { column, ranked } = list.sorts[(sort ?? 'id') as Field]
      return name === sort && ranked !== undefined && form === 'one'
        ? hasRank(column, ranked, values[name])
        : filterOf(list, name).condition(values[name], form)
    }),
  )

const hasRank = (column: string, ranked: readonly string[], value: unknown) =>
  sql<SqlBool>`${sql.ref(column)} = array_position(array[${sql.join(ranked.map((word) => sql.lit(word)))}], ${value}) - 1`
