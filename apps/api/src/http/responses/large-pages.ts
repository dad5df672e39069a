import type { RequestHandler } from 'express'

/** A larger page can have more than a megabyte, and up to nine. */
const LARGE_PAGE_SIZE = 100
/** How many large pages may wait until their clients have received them. */
const MAX_UNSENT_PAGES = 8

/**
 * Returns a handler that lets requests for large pages wait for their turn: one of them is built at a time, and a few are
 * kept until they are sent. Without a limit, clients that do not read could use all memory.
 */
export function limitLargePages(): RequestHandler {
  const enterUnsent = createPlaces(MAX_UNSENT_PAGES)
  const enterBuilding = createPlaces(1)
  return async ({ query }, response, next) => {
    if (Number(query['size'] ?? 0) <= LARGE_PAGE_SIZE) {
      next()
      return
    }
    const leaveUnsent = await enterUnsent()
    const leaveBuilding = await enterBuilding()
    if (response.closed) {
      leaveUnsent()
      leaveBuilding()
      return
    }
    response.once('prefinish', leaveBuilding).once('close', leaveBuilding).once('close', leaveUnsent)
    next()
  }
}

/** Returns a function that waits for one of some places, and returns the function that leaves it. */
function createPlaces(count: number): () => Promise<() => void> {
  let free = count
  const waiting: (() => void)[] = []
  return async () => {
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    let isLeft = false
    return () => {
      if (isLeft) return
      isLeft = true
      const next = waiting.shift()
      if (next === undefined) free++
      else next()
    }
  }
}
