import type { Page } from '../../support/requests/api.ts'
import type { TestClient } from '../../support/requests/client.ts'

const WRITERS = 4
const PAGES = 300

interface List {
  path: string
  /** The path of an entry, without its id. */
  entries: string
  /** The body that creates an entry. */
  entry: object
}

/**
 * Reads a list while clients add and delete its entries. Returns the share of pages whose total is not the number of
 * entries, although each has all of them.
 */
export async function shareOfOtherTotals(
  { send }: TestClient,
  { path, entries, entry }: List,
): Promise<number> {
  let isReading = true
  const write = async (): Promise<void> => {
    while (isReading) {
      const { body } = await send<{ id: string }>('POST', path, { body: entry })
      await send('DELETE', `${entries}/${body.id}`)
    }
  }
  const writers = Array.from({ length: WRITERS }, write)
  let others = 0
  try {
    for (let i = 0; i < PAGES; i++) {
      const { body } = await send<Page<unknown>>('GET', `${path}?size=1000`)
      if (body.content.length !== body.totalElements) others++
    }
  } finally {
    isReading = false
    await Promise.all(writers)
  }
  return others / PAGES
}
