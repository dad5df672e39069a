import type { ListPage, PageRequest } from '../../domain/page.ts'
import type { RowKey } from '../ids.ts'
import type { Store } from '../store.ts'

import { filtersIn } from './filters.ts'
import type { List } from './select-page.ts'

/** From this offset on, the rows are counted first: a page after the end would read all of them. */
const FAR = 1_000

/** Of a list that is not that of one project. */
const NO_KEY: RowKey = { id: '', bucket: 0 }

/**
 * Reads a page of a list with the filters of query parameters, and the total. Returns undefined if the project of the list does not exist.
 *
 * The rows and the total come from the same statement, so they are consistent. An empty page has no row that could carry
 * the total: the rows are then counted by another statement, and those that were inserted in between do not count.
 */
export async function readPage<Row, Field extends string>(
  list: List<Row, Field>,
  store: Store,
  request: PageRequest<Field>,
  parameters: object,
  key: RowKey = NO_KEY,
): Promise<ListPage<Row> | undefined> {
  const { size, sort } = request
  const { uses: filters, values } = filtersIn({ ...parameters }, list.filters)
  const count = async (): Promise<number | undefined> => {
    const [row] = await list.total.execute(store, { limit: 0, offset: 0, ...key, ...values }, { filters })
    return row && Number(row.total)
  }
  const after = 'after' in request ? request.after : undefined
  const offset = 'after' in request ? 0 : request.number * size
  const begin = after ? (after.value === null ? 'after null' : 'after value') : offset < FAR ? 'near' : 'far'
  const before = begin === 'far' ? await count() : Infinity
  if (before === undefined) return undefined
  if (before <= offset) return { items: [], total: before, hasMore: false }
  const ranked = 'after' in request ? list.sorts[request.sort[0].field].ranked : undefined
  const afterValue = ranked && after ? ranked.indexOf(after.value ?? '') : after?.value
  // One more than the page, to find out whether there are more.
  const page = { limit: size + 1, offset, afterId: after?.id, afterValue, ...key, ...values }
  const rows = await list.rows.execute(store, page, { filters, sort, begin })
  const total = rows[0] ? Number(rows[0].total) : await count()
  if (total === undefined) return undefined
  if (rows.length === 0) return { items: [], total: after ? total : Math.min(total, offset), hasMore: false }
  const items = rows.slice(0, size).map(({ total: _, ...row }) => row as unknown as Row)
  return { items, total, hasMore: rows.length > size }
}
