import type { ListPage, PageRequest } from '../../domain/page.ts'
import type { RowKey } from '../ids.ts'
import type { Store } from '../store.ts'

import { filtersIn } from './filters.ts'
import type { List } from './select-page.ts'

/** From this offset on, a page is too slow for others to wait for it on one connection. */
const FAR = 1_000

/** Of a list that is not that of one project: no node has its bucket. */
const NO_KEY: RowKey = { id: '', bucket: -1 }

/**
 * Reads a page of a list with the filters of query parameters, and the total, in one statement. Returns undefined if the
 * project of the list does not exist.
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
  const after = 'after' in request ? request.after : undefined
  const offset = 'after' in request ? 0 : request.number * size
  const begin = after ? (after.value === null ? 'after null' : 'after value') : offset < FAR ? 'near' : 'far'
  const ranked = 'after' in request ? list.sorts[request.sort[0].field].ranked : undefined
  const afterValue = ranked && after ? ranked.indexOf(after.value ?? '') : after?.value
  // One more than the page, to find out whether there are more.
  const page = { limit: size + 1, offset, afterId: after?.id, afterValue, ...key, ...values }
  const rows = await list.rows.execute(store, page, { filters, sort, begin })
  const [first] = rows
  if (first === undefined) return undefined
  const found = first.id === null ? [] : rows.slice(0, size)
  // Not by a rest pattern: V8 copies an object with all its members much faster than one without some.
  const items = found.map((row) => ({ ...row, total: undefined }))
  return { items, total: Number(first.total), hasMore: rows.length > size }
}
