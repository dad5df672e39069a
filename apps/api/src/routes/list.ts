import { type ListPage, type PageByNumber, type PageFrom, type SortKey, sortFields } from '../domain/page.ts'
import type { components } from '../openapi/types.ts'
import { InvalidRequest } from '../problems/http-errors.ts'

import { type Cursor, formatCursor, formatSort, parseCursor, START, toSortKeys } from './cursor.ts'

/** The URL of a list, with its filters, up to the parameters of the page: `/api/v1/projects?status=ACTIVE&`. */
interface ListUrl {
  url: string
}
type NumberRequest<Field extends string> = PageByNumber<Field> & ListUrl
type CursorRequest<Field extends string> = PageFrom<Field> & ListUrl & { position: Cursor }
export type ListRequest<Field extends string> = CursorRequest<Field> | NumberRequest<Field>

interface ListQuery {
  page?: number
  after?: string
  size?: number
  sort?: string[]
}

/**
 * Converts the query parameters of a list operation, after validation. The defaults are those of `openapi.yaml`.
 *
 * @param path the path of the list
 * @param filters the values of all its other query parameters, in a fixed order
 * @throws InvalidRequest if the cursor does not belong to the list and the sort order
 */
export function toListRequest<Field extends string, Query extends ListQuery>(
  path: string,
  filters: Readonly<Record<Exclude<keyof Query, keyof ListQuery>, string | undefined>>,
  { page = 0, after, size = 20, sort: sortTexts = ['createdAt,desc'] }: Query,
): ListRequest<Field> {
  const sort = toSortKeys<Field>(sortTexts)
  let url = `${path}?`
  for (const [name, value] of Object.entries<string | undefined>(filters))
    if (value !== undefined) url += `${name}=${value}&`
  if (after === undefined) return { number: page, size, sort, url }
  if (page > 0) throw new InvalidRequest([{ field: 'page', message: 'must not be combined with "after"' }])
  // An id in another letter case is the same.
  const position = parseCursor(after, url.toLowerCase(), formatSort(sort))
  return { position, size, sort, url }
}

type PageResponse<T> = Omit<components['schemas']['ProjectPage'], 'content'> & { content: T[] }

/** The response of a list operation: the page, and the targets of its links by their relation. */
interface ListResponse<T> {
  status: 200
  body: PageResponse<T>
  links: Record<string, string>
}

export function toListResponse<T extends object>(
  request: ListRequest<string>,
  page: ListPage<T>,
): ListResponse<T> {
  return 'position' in request ? byCursor(request, page) : byNumber(request, page)
}

function byNumber<T>(request: NumberRequest<string>, { items, total }: ListPage<T>): ListResponse<T> {
  const { number, size } = request
  const totalPages = Math.ceil(total / size)
  const lastNumber = Math.max(totalPages - 1, 0)
  const isLast = number >= lastNumber
  const target = targetsOf(request)
  const link = (page: number): string => target(`page=${page}`)
  return {
    status: 200,
    body: pageOf(request, items, total, number, isLast),
    links: {
      first: link(0),
      ...(number > 0 && { prev: link(Math.min(number - 1, lastNumber)) }),
      ...(!isLast && { next: link(number + 1) }),
      last: link(lastNumber),
    },
  }
}

/**
 * A cursor carries the number of items before it, so that the page has a number without counting them. At both ends of
 * the list the number is known, which corrects it after concurrent inserts and deletes.
 */
function byCursor<T extends object>(
  request: CursorRequest<string>,
  { items, total, hasMore = false }: ListPage<T>,
): ListResponse<T> {
  const { position, size } = request
  const isForward = position.direction === 'forward'
  const isFromEnd = position.values === undefined
  const isLast = isForward ? !hasMore : isFromEnd
  const preceding = precedingItems(position, items.length, total, hasMore)
  const target = targetsOf(request)
  const link = (direction: Cursor['direction'], item: T | undefined, count?: number): string => {
    const values = item && valuesOf(item, request.sort)
    return target(`after=${formatCursor({ ...position, direction, values, preceding: count })}`)
  }
  const first = target(`after=${START}`)
  const last = link('backward', undefined)
  const [firstItem, lastItem] = [items[0], items.at(-1)]
  return {
    status: 200,
    body: pageOf(request, items, total, Math.ceil(preceding / size), isLast),
    links: {
      first,
      ...(preceding > 0 && { prev: firstItem ? link('backward', firstItem, preceding) : last }),
      ...(!isLast && { next: lastItem ? link('forward', lastItem, preceding + items.length) : first }),
      last,
    },
  }
}

/** The number of items before the page. It is 0 only if there are none. */
function precedingItems(
  { direction, preceding, values }: Cursor,
  count: number,
  total: number,
  hasMore: boolean,
): number {
  if (direction === 'forward') {
    if (values === undefined) return 0
    return hasMore ? Math.max(preceding ?? 0, 1) : Math.max(total - count, 0)
  }
  if (!hasMore) return 0
  return Math.max((values === undefined ? total : (preceding ?? 0)) - count, 1)
}

function pageOf<T>(
  { size }: ListRequest<string>,
  items: T[],
  total: number,
  number: number,
  isLast: boolean,
): PageResponse<T> {
  return {
    content: items,
    number,
    size,
    numberOfElements: items.length,
    totalElements: total,
    totalPages: Math.ceil(total / size),
    first: number === 0,
    last: isLast,
    empty: items.length === 0,
  }
}

/** Returns a function that creates the URL of a page of the same list with the same size and sort order. */
function targetsOf({ url, size, sort }: ListRequest<string>): (page: string) => string {
  let parameters = `&size=${size}`
  for (const { field, direction } of sort) parameters += `&sort=${field},${direction}`
  return (page) => url + page + parameters
}

const valuesOf = (item: object, sort: readonly SortKey<string>[]): (string | null)[] =>
  sortFields(sort).map((field) => (item as Record<string, string | null>)[field] ?? null)
