import type { ListPage, PageRequest } from '../../domain/page.ts'
import type { RowKey } from '../ids.ts'
import type { Store } from '../store.ts'

import { type CompiledStatement, compileOnce } from './compiled-statement.ts'
import { filtersIn } from './filters.ts'
import { hasIndex } from './order-by.ts'
import {
  type ListDefinition,
  type PageValues,
  type PageVariant,
  selectCount,
  selectPage,
} from './select-page.ts'

/** From this offset on, the rows are counted first: a page after the end would read all of them. */
const MAX_UNCOUNTED_OFFSET = 1_000
/** How often a page is read that should have rows by the total, but has none. */
const MAX_ATTEMPTS = 3

/** A list with its compiled statements. */
export interface List<Row, Filter, Field extends string> extends ListDefinition<Filter, Field> {
  rows: CompiledStatement<PageValues<Filter>, PageVariant<Field>, Row & { total: string }>
  total: CompiledStatement<PageValues<Filter>, { filters: readonly string[] }, { total: string }>
}

export function defineList<Row, Filter, Field extends string>(
  list: ListDefinition<Filter, Field>,
): List<Row, Filter, Field> {
  return {
    ...list,
    rows: compileOnce(
      (values: PageValues<Filter>, variant: PageVariant<Field>) =>
        selectPage<Row, Filter, Field>(list, values, variant),
      // An order that an index provides, and few rows before the page.
      ({ filters, sort, begin }) =>
        begin !== 'far' && hasIndex(list.indexed[filters.length > 0 ? 'filtered' : 'unfiltered'], sort),
    ),
    total: compileOnce((values: PageValues<Filter>, variant: { filters: readonly string[] }) =>
      selectCount(list, values, variant),
    ),
  }
}

/**
 * Reads a page of a list, and the total. Returns undefined if the project of the list does not exist.
 *
 * The rows and the total come from the same statement, so they are consistent. An empty page has no row that could carry
 * the total: the rows are then counted by another statement. If that shows that the page is not empty, because rows were
 * inserted in between, the page is read again, but only a few times: the total is too high if rows were deleted while the
 * triggers that maintain it were disabled.
 */
export async function readPage<Row, Filter extends object, Field extends string>(
  list: List<Row, Filter, Field>,
  store: Store,
  request: PageRequest<Field>,
  values: Filter & RowKey,
): Promise<ListPage<Row> | undefined> {
  const { size, sort } = request
  const filters = filtersIn(values, list.filters)
  const count = async (): Promise<number | undefined> => {
    const [row] = await list.total.execute(store, { limit: 0, offset: 0, ...values }, { filters })
    return row && Number(row.total)
  }
  if ('after' in request) {
    const { after } = request
    const { ranked } = list.sorts[request.sort[0].field]
    const afterValue = ranked && after ? ranked.indexOf(after.value ?? '') : after?.value
    const begin = after === undefined ? 'near' : after.value === null ? 'after null' : 'after value'
    // One more than the page, to find out whether there are more.
    const page = { limit: size + 1, offset: 0, afterId: after?.id, afterValue, ...values }
    const rows = await list.rows.execute(store, page, { filters, sort, begin })
    const [first] = rows
    const total = first === undefined ? await count() : Number(first.total)
    if (total === undefined) return undefined
    return { items: rows.slice(0, size).map(withoutTotal), total, hasMore: rows.length > size }
  }
  const offset = request.number * size
  const begin = offset < MAX_UNCOUNTED_OFFSET ? 'near' : 'far'
  let total = begin === 'near' ? Infinity : await count()
  for (let attempt = 1; attempt <= MAX_ATTEMPTS; attempt++) {
    if (total === undefined || offset >= total) break
    const page = { limit: size, offset, ...values }
    const rows = await list.rows.execute(store, page, { filters, sort, begin })
    const [first] = rows
    if (first !== undefined) return { items: rows.map(withoutTotal), total: Number(first.total) }
    total = await count()
  }
  return total === undefined ? undefined : { items: [], total }
}

function withoutTotal<Row>({ total: _, ...row }: Row & { total: string }): Row {
  return row as unknown as Row
}
