import { type Selectable, type SelectExpression, sql, type SqlBool } from 'kysely'

import type { SortKey } from '../../domain/page.ts'
import type { RowKey } from '../ids.ts'
import type { Database } from '../schema.ts'

import { compileOnce, compiler } from './compiled-statement.ts'
import { hasKey, isInProject } from './conditions.ts'
import { allOf, type Filter, type Filters, type FilterUse } from './filters.ts'
import { type ListTable, orderBy, orderKeys, rangesAfter, rangesByNull, type SortColumns } from './order-by.ts'

/** A list of rows of a table. */
export interface ListDefinition<Field extends string> {
  table: ListTable
  /** Whether the rows are those of one project. */
  ofProject: boolean
  columns: readonly SelectExpression<Database, ListTable>[]
  filters: Filters
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

/** A list with its compiled statements. */
export type List<Row, Field extends string> = ReturnType<typeof defineList<Row, Field>>

export const defineList = <Row, Field extends string>(list: ListDefinition<Field>) => ({
  ...list,
  rows: compileOnce<PageValues, Row & { total: string }, PageVariant<Field>>(
    (values, variant) => selectPage(list, values, variant),
    // The default order of a project has an index with each filter of one counted value.
    ({ filters, sort: [first, ...others], begin }) =>
      begin !== 'far' &&
      first?.field === 'createdAt' &&
      others.length === 0 &&
      filters.every((use) => filterOf(list, use).isCounted === true && use.endsWith(' one')),
  ),
  total: compileOnce((values: PageValues, { filters }: { filters: readonly FilterUse[] }) =>
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
function selectPage<Row, Field extends string>(
  list: ListDefinition<Field>,
  values: PageValues,
  { filters, sort, begin }: PageVariant<Field>,
) {
  const { table, columns, sorts, ofProject } = list
  const keys = orderKeys(sorts, sort)
  const [{ field }] = sort as [SortKey<Field>]
  const isSearch = filters.some((use) => filterOf(list, use).isSearch)
  const restricted = compiler.selectFrom(table).where(rowsOf(list, values, filters, field))
  // The rows that a search finds stand for the table, so that they are found once for the items and the total.
  const rows = isSearch ? compiler.selectFrom(table) : restricted
  const db = isSearch
    ? compiler.with((cte) => cte(table).materialized(), () => restricted.selectAll())
    : compiler
  const ranges = begin.startsWith('after')
    ? rangesAfter(keys, begin === 'after null', values)
    : ofProject
      ? []
      : rangesByNull(keys)
  const end = sql<bigint>`cast(${values.limit} as bigint) + ${values.offset}`
  const parts = ranges.map((range) => sql`(${orderBy(rows.selectAll().where(range), keys).limit(end)})`)
  const union = sql<Selectable<Database[ListTable]>>`(${sql.join(parts, sql` union all `)})`
  const from = db.selectFrom(parts.length > 1 ? (union.as(table) as unknown as ListTable) : table)
  const where = parts.length > 1 ? [] : [...(isSearch ? [] : [rowsOf(list, values, filters, field)]), ...ranges]
  const total = isSearch
    ? sql<string>`(select count(*) from ${sql.table(table)})`
    : sql<string>`(${selectTotal(list, values, filters)})`
  return orderBy(from.where(allOf(...where)).select(columns).select(total.as('total')), keys)
    .limit(values.limit)
    .offset(values.offset)
    .$castTo<Row & { total: string }>()
}

/** A statement that counts the rows of a list. It returns no row if the project does not exist. */
function selectCount(list: ListDefinition<string>, values: PageValues, filters: readonly FilterUse[]) {
  const total = selectTotal(list, values, filters)
  if (!list.ofProject) return total
  const inRow = sql<string>`(${total})`.as('total')
  return compiler.selectFrom('projects').select(inRow).where(hasKey('projects', values))
}

/** The sum of the counters that triggers maintain. With a filter that they do not know, the rows are counted. */
function selectTotal(list: ListDefinition<string>, values: PageValues, filters: readonly FilterUse[]) {
  const { table, totals } = list
  const isCounted = filters.every((use) => filterOf(list, use).isCounted)
  const sum = isCounted ? sql<string>`cast(coalesce(sum(total), 0) as bigint)` : sql<string>`count(*)`
  return compiler
    .selectFrom(isCounted ? totals : table)
    .select(sum.as('total'))
    .where(rowsOf(list, values, filters))
}

const filterOf = ({ filters }: ListDefinition<string>, use: FilterUse): Filter =>
  filters[use.slice(0, use.indexOf(' '))] as Filter

/** The condition that the rows of a list meet. A filter on the field of the sort compares the rank, which the index has. */
const rowsOf = <Field extends string>(
  list: ListDefinition<Field>,
  values: PageValues,
  filters: readonly FilterUse[],
  sort?: string,
) =>
  allOf(
    ...(list.ofProject ? [isInProject(values)] : []),
    ...filters.map((use) => {
      const [name = '', form = ''] = use.split(' ')
      const { column, ranked } = list.sorts[(sort ?? 'id') as Field]
      return name === sort && ranked !== undefined && form === 'one'
        ? hasRank(column, ranked, values[name])
        : filterOf(list, use).condition(values[name], form)
    }),
  )

const hasRank = (column: string, ranked: readonly string[], value: unknown) =>
  sql<SqlBool>`${sql.ref(column)} = array_position(array[${sql.join(ranked.map((word) => sql.lit(word)))}], ${value}) - 1`
