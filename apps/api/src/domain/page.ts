/** A page of a list by its number, from 0. */
export interface PageByNumber<Field extends string> {
  number: number
  size: number
  sort: readonly SortKey<Field>[]
}

/** The items of a list after one of them, or the first ones. */
export interface PageAfter<Field extends string> {
  after: ListItem | undefined
  size: number
  sort: readonly [SortKey<Field>]
}

export type PageRequest<Field extends string> = PageByNumber<Field> | PageAfter<Field>

export interface SortKey<Field extends string> {
  field: Field
  direction: 'asc' | 'desc'
}

/** The item after which reading starts, in a list that is sorted by one field: its id, and its value of the field. */
export interface ListItem {
  id: string
  value: string | null
}

/** The items of a page, and the number of items in the whole list. */
export interface ListPage<T> {
  items: T[]
  total: number
  /** Whether there are items after the page. */
  hasMore: boolean
}

export type ProjectSortField = 'id' | 'name' | 'status' | 'createdAt' | 'updatedAt'
export type AllTasksSortField = 'id' | 'priority' | 'dueDate' | 'createdAt' | 'updatedAt'
export type TaskSortField = AllTasksSortField | 'title' | 'status'

/** The fields whose values determine the position of an item: each sort field once, up to the id, which is unique. */
export function sortFields<Field extends string>(sort: readonly SortKey<Field>[]): (Field | 'id')[] {
  const fields = [...new Set<Field | 'id'>([...sort.map(({ field }) => field), 'id'])]
  return fields.slice(0, fields.indexOf('id') + 1)
}
