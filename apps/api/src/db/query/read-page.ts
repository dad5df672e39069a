import type { PageRequest } from '../../domain/page.ts'

/** How a page is found: near the start row by row; further away along an index, from whichever end is nearer. */
export type ScanStrategy = 'near' | 'from-start' | 'from-end'

/** A list, of which parts can be read. */
export interface ListQueries<Row> {
  /** A page, each row of which has the total of that moment. */
  page: (scan: ScanStrategy) => Promise<(Row & { total: string })[]>
  /** How many items there are; undefined when there is no such list. */
  total: () => Promise<number | undefined>
}

/** Up to here, counting the items first to see which end is nearer would take longer than passing over them. */
const MAX_OFFSET_WITHOUT_COUNT = 1_000

/**
 * Reads a page and the total, of one moment: both come from one statement. Only an empty page does not show the total,
 * which then has to show that the page is empty; where it does not, the list has grown meanwhile, and is read again.
 */
export async function readPage<Row>(
  { number, size }: PageRequest<string>,
  list: ListQueries<Row>,
): Promise<{ rows: Row[]; total: number } | undefined> {
  const offset = number * size
  let known = offset < MAX_OFFSET_WITHOUT_COUNT ? Infinity : await list.total()
  while (known !== undefined && offset < known) {
    const isBehindMiddle = 2 * offset + size > known
    const rows = await list.page(known === Infinity ? 'near' : isBehindMiddle ? 'from-end' : 'from-start')
    const [first] = rows
    if (first !== undefined) return { rows, total: Number(first.total) }
    known = await list.total()
  }
  return known === undefined ? undefined : { rows: [], total: known }
}
