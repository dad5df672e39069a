/** Which part of a list, and in which order. `number` counts from 0. */
export interface PageRequest<Field extends string> {
  number: number
  size: number
  sort: readonly SortKey<Field>[]
}

export interface SortKey<Field extends string> {
  field: Field
  direction: 'asc' | 'desc'
}

/** Some items of a list, and how many the whole list has. */
export interface ListPage<T> {
  items: T[]
  total: number
}

export type ProjectSortField = 'id' | 'name' | 'status' | 'createdAt' | 'updatedAt'
export type TaskSortField = 'id' | 'title' | 'status' | 'priority' | 'dueDate' | 'createdAt' | 'updatedAt'
