import type { SortKey } from '../domain/page.ts'

/** Converts the values of `sort`, after validation. The direction is ascending by default. */
export function toSortKeys<Field extends string>(sort: readonly string[]): SortKey<Field>[] {
  return sort.map((text) => {
    const [field, direction = 'asc'] = text.split(',')
    return { field: field as Field, direction: direction.toLowerCase() === 'desc' ? 'desc' : 'asc' }
  })
}

/** The sort keys in one spelling, separated by spaces: `priority,desc dueDate,asc`. */
export function formatSort(sort: readonly SortKey<string>[]): string {
  return sort.map(({ field, direction }) => `${field},${direction}`).join(' ')
}
