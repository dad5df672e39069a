/** A page of a list. `number` starts at 0. */
export interface PageRequest<Field extends string> {
  number: number
  size: number
  sort: readonly SortKey<Field>[]
}

export interface SortKey<Field extends string> {
  field: Field
  direction: 'asc' | 'desc'
}

/** The items of a page, and the number of items in the whole list. */
export interface ListPage<T> {
  items: T[]
  total: number
}

export type ProjectSortField = 'id' | 'name' | 'status' | 'createdAt' | 'updatedAt'
export type TaskSortField = 'id' | 'title' | 'status' | 'priority' | 'dueDate' | 'createdAt' | 'updatedAt'
