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
export async function shareOfOtherTotals(origin: string, { path, entries, entry }: List): Promise<number> {
  let isReading = true
  const write = async (): Promise<void> => {
    while (isReading) {
      const { id } = (await send(origin, 'POST', path, entry)) as { id: string }
      await send(origin, 'DELETE', `${entries}/${id}`)
    }
  }
  const writers = Array.from({ length: WRITERS }, write)
  let others = 0
  try {
    for (let i = 0; i < PAGES; i++) {
      const page = (await send(origin, 'GET', `${path}?size=1000`)) as {
        content: unknown[]
        totalElements: number
      }
      if (page.content.length !== page.totalElements) others++
    }
  } finally {
    isReading = false
    await Promise.all(writers)
  }
  return others / PAGES
}

async function send(origin: string, method: string, path: string, body?: object): Promise<unknown> {
  const response = await fetch(`${origin}/api/v1${path}`, {
    method,
    ...(body && { headers: { 'Content-Type': 'application/json' }, body: JSON.stringify(body) }),
  })
  const text = await response.text()
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`)
  return text === '' ? undefined : JSON.parse(text)
}
