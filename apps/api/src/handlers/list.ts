import { isUuid, type RowKey } from '../db/ids.ts'
import { valuesOf } from '../db/query/filters.ts'
import { readPage } from '../db/query/read-page.ts'
import type { List } from '../db/query/select-page.ts'
import type { Store } from '../db/store.ts'
import { ResourceNotFound } from '../domain/errors.ts'
import type { ListPage, PageAfter, PageByNumber, SortKey } from '../domain/page.ts'
import type { Versioned } from '../domain/version.ts'
import type { components } from '../openapi/types.ts'
import { InvalidRequest } from '../problems/http-errors.ts'

import { type Cursor, formatCursor, isCut, parseCursor, START } from './cursor.ts'
import type { Find } from './send-back.ts'

/** `url` is that of the list, with its filters: `/api/v1/projects?status=ACTIVE&`. */
type ListRequest<Field extends string> = (PageByNumber<Field> & { url: string }) | ByPosition<Field>
type ByPosition<Field extends string> = PageAfter<Field> & Cursor & { url: string }

interface ListQuery {
  page?: number
  after?: string
  size?: number
  sort?: string[]
}

/** What a list operation reads. */
interface ListOperation<T, Field extends string, Query> {
  /** With a filter for each query parameter but those of the page. */
  list: List<T, Field, Exclude<keyof Query, keyof ListQuery> & string>
  /** The path of the list. */
  path: string
  find: Find<object>
  /** That of the project whose list it is. */
  key?: RowKey
}

/**
 * Responds to a list operation, with its query parameters after validation.
 *
 * @throws InvalidRequest if the cursor does not belong to the list and the sort order, and ResourceNotFound if the project
 * does not exist
 */
export async function respondWithList<
  T extends { id: string },
  Field extends string,
  Query extends ListQuery,
>(store: Store, operation: ListOperation<T, Field, Query>, query: Query) {
  const { list, key } = operation
  const request = await toListRequest(store, operation, query)
  const isOfNone = key !== undefined && !isUuid(key.id)
  const page = isOfNone ? undefined : await readPage(list, store, request, query, key)
  if (page === undefined) throw new ResourceNotFound('Project', key?.id ?? '')
  return toListResponse(request, page)
}

/** The defaults are those of `openapi.yaml`. */
async function toListRequest<Field extends string, Query extends ListQuery>(
  store: Store,
  { list: { filters }, path, find }: ListOperation<unknown, Field, Query>,
  query: Query,
): Promise<ListRequest<Field>> {
  const { page = 0, after: text, size = 20, sort: sortTexts = ['createdAt,desc'] }: ListQuery = query
  const sort = toSortKeys<Field>(sortTexts)
  let url = `${path}?`
  for (const name in filters) {
    const parameter: unknown = (query as Readonly<Record<string, unknown>>)[name]
    if (parameter !== undefined)
      for (const value of valuesOf(parameter)) url += `${name}=${encodeURIComponent(value)}&`
  }
  if (text === undefined) return { number: page, size, sort, url }
  if (page > 0) throw new InvalidRequest([{ field: 'page', message: 'must not be combined with "after"' }])
  const [key, ...others] = sort
  if (key === undefined || others.length > 0)
    throw invalid('must not be combined with several "sort": read such a list by "page"')
  const cursor = parseCursor(text, url, key)
  if (cursor === undefined)
    throw invalid('must be "start" or a cursor from the Link header of this list, with its filters and sort')
  const { number, after } = cursor
  const item = after && (await completed(after, key.field, (id) => find(store, id)))
  return { number, after: item, size, sort: [key], url }
}

const invalid = (message: string): InvalidRequest => new InvalidRequest([{ field: 'after', message }])
const valueOf = (item: object, field: string): string | null =>
  (item as Record<string, string | null>)[field] ?? null

/** The rest of a text that the cursor contains only the start of is read. */
async function completed(
  { id, value }: NonNullable<Cursor['after']>,
  field: string,
  read: (id: string) => Promise<Versioned<object> | undefined>,
) {
  if (!isCut(field, value)) return { id, value }
  const item = await read(id)
  const whole = item && valueOf(item.resource, field)
  if (whole?.startsWith(value)) return { id, value: whole }
  throw invalid('is a cursor of an item that was deleted or renamed; begin with after=start')
}

/** Converts the values of `sort`, after validation. The direction is ascending by default. */
const toSortKeys = <Field extends string>(sort: readonly string[]): SortKey<Field>[] =>
  sort.map((text) => {
    const [field, direction = 'asc'] = text.split(',')
    return { field: field as Field, direction: direction.toLowerCase() === 'desc' ? 'desc' : 'asc' }
  })

/** Each link repeats the filters. Clients and proxies accept some kilobytes of headers, so that more leave one link. */
const MAX_FILTERS_LENGTH = 500

type PageResponse<T> = Omit<components['schemas']['ProjectPage'], 'content'> & { content: T[] }

/** The response of a list operation: the page, and the targets of its links by their relation. */
function toListResponse<T extends { id: string }>(
  request: ListRequest<string>,
  { items, total, hasMore }: ListPage<T>,
): { status: 200; body: PageResponse<T>; links: Record<string, string> } {
  const { number, size, url, sort } = request
  const totalPages = Math.ceil(total / size)
  const lastNumber = Math.max(totalPages - 1, 0)
  const pages: Record<string, string | false> =
    'after' in request
      ? { first: `after=${START}`, next: hasMore && `after=${cursorAfter(request, items.at(-1))}` }
      : {
          first: 'page=0',
          prev: number > 0 && `page=${Math.min(number - 1, lastNumber)}`,
          next: hasMore && `page=${number + 1}`,
          last: `page=${lastNumber}`,
        }
  // Some clients split the header at every comma.
  const others = `size=${size}${sort.map(({ field, direction }) => `&sort=${field}%2C${direction}`).join('')}`
  const needed = hasMore ? 'next' : 'first'
  const links = Object.entries(pages).filter(
    ([relation, page]) => page !== false && (relation === needed || url.length <= MAX_FILTERS_LENGTH),
  )
  return {
    status: 200,
    body: {
      content: items,
      ...{ number, size, numberOfElements: items.length, totalElements: total, totalPages },
      ...{ first: number === 0, last: !hasMore, empty: items.length === 0 },
    },
    links: Object.fromEntries(links.map(([relation, page]) => [relation, `${url}${page}&${others}`])),
  }
}

const cursorAfter = ({ url, sort: [key], number }: ByPosition<string>, item = { id: '' }): string =>
  formatCursor(url, key, number + 1, { id: item.id, value: valueOf(item, key.field) })
