import type { PageRequest, Slice } from '../domain/page.ts'

/**
 * The slice that a page's items make. The total is counted only when the items do not show it: those of the last
 * page do, unless there are none. Returns what the count returns when that is undefined: the list does not exist.
 */
export async function sliceOf<T, Count extends number | undefined>(
  items: T[],
  page: PageRequest<string>,
  count: () => Promise<Count>,
): Promise<Slice<T> | Extract<Count, undefined>> {
  const showsTotal = items.length > 0 && items.length < page.size
  const total = showsTotal ? page.number * page.size + items.length : await count()
  return total === undefined ? (total as Extract<Count, undefined>) : { items, total }
}
