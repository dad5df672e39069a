import type { components } from '../openapi/types.ts'
import type { PageRequest, ListPage, SortKey } from '../domain/page.ts'
import type { Project } from '../domain/project.ts'
import type { Task } from '../domain/task.ts'

type Schemas = components['schemas']

export function toProjectResponse(project: Project): Schemas['ProjectResponse'] {
  return project
}

export function toTaskResponse(task: Task): Schemas['TaskResponse'] {
  return task
}

/** The page envelope around some items of a list. */
export interface PageResponse<T> {
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

export function toPageResponse<Item, T>(
  slice: ListPage<Item>,
  request: PageRequest<string>,
  represent: (item: Item) => T,
): PageResponse<T> {
  const { items, total } = slice
  const totalPages = Math.ceil(total / request.size)
  return {
    content: items.map(represent),
    number: request.number,
    size: request.size,
    numberOfElements: items.length,
    totalElements: total,
    totalPages,
    first: request.number === 0,
    last: request.number >= totalPages - 1,
    empty: items.length === 0,
  }
}

/** The page that a query asks for; validation has filled in the defaults and refused every other field. */
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
