import type { ListPage, PageRequest, SortKey } from '../domain/page.ts'
import type { Versioned } from '../domain/version.ts'

/** The response with a single project or task. */
export function toResourceResponse<T>({ resource, version }: Versioned<T>): {
  status: 200
  body: T
  version: string
} {
  return { status: 200, body: resource, version }
}

interface PageResponse<T> {
  content: T[]
  number: number
  size: number
  numberOfElements: number
  totalElements: number
  totalPages: number
  first: boolean
  last: boolean
  empty: boolean
}

export function toPageResponse<T>(
  { items, total }: ListPage<T>,
  { number, size }: PageRequest<string>,
): PageResponse<T> {
  const totalPages = Math.ceil(total / size)
  return {
    content: items,
    number,
    size,
    numberOfElements: items.length,
    totalElements: total,
    totalPages,
    first: number === 0,
    last: number >= totalPages - 1,
    empty: items.length === 0,
  }
}

/** Converts the query parameters of a list operation, after validation. The defaults are those of `openapi.yaml`. */
export function toPageRequest<Field extends string>(query: {
  page?: number
  size?: number
  sort?: string[]
}): PageRequest<Field> {
  const { page = 0, size = 20, sort = ['createdAt,desc'] } = query
  return { number: page, size, sort: sort.map((text) => toSortKey(text)) }
}

function toSortKey<Field extends string>(text: string): SortKey<Field> {
  const [field, direction = 'asc'] = text.split(',')
  return { field: field as Field, direction: direction.toLowerCase() === 'desc' ? 'desc' : 'asc' }
}
