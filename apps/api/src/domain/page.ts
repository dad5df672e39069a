interface PageOptions<Field extends string> {
  size: number
  sort: readonly SortKey<Field>[]
}

/** A page of a list by its number, from 0. */
export type PageByNumber<Field extends string> = PageOptions<Field> & { number: number }
/** A page of a list from a position in it. */
export type PageFrom<Field extends string> = PageOptions<Field> & { position: ListPosition }
export type PageRequest<Field extends string> = PageByNumber<Field> | PageFrom<Field>

export interface SortKey<Field extends string> {
  field: Field
  direction: 'asc' | 'desc'
}

/** A position in a sorted list, and whether the items after it or before it are read. */
export interface ListPosition {
  direction: 'forward' | 'backward'
  /** The values of `sortFields` of the item at the position. Undefined: the end of the list where reading starts. */
  values: readonly (string | null)[] | undefined
}

/** The items of a page, and the number of items in the whole list. */
export interface ListPage<T> {
  items: T[]
  total: number
  /** Whether there are more items in the direction of the position; undefined without a position. */
  hasMore?: boolean | undefined
}

export type ProjectSortField = 'id' | 'name' | 'status' | 'createdAt' | 'updatedAt'
export type TaskSortField = 'id' | 'title' | 'status' | 'priority' | 'dueDate' | 'createdAt' | 'updatedAt'

/** The fields whose values determine the position of an item: each sort field once, up to the id, which is unique. */
export function sortFields<Field extends string>(sort: readonly SortKey<Field>[]): (Field | 'id')[] {
  const fields = [...new Set<Field | 'id'>([...sort.map(({ field }) => field), 'id'])]
  return fields.slice(0, fields.indexOf('id') + 1)
}
