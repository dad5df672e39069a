import type { RequestHandler } from 'express'

/** A larger page can have more than a megabyte, and up to nine. */
const LARGE_PAGE_SIZE = 100
/** How many large pages are built and sent at the same time. */
const MAX_LARGE_PAGES = 8

/**
 * Returns a handler that lets requests for large pages wait for their turn. A page stays in memory until the client has
 * received it, so that without a limit, clients that do not read could use all memory.
 */
export function limitLargePages(): RequestHandler {
  let free = MAX_LARGE_PAGES
  const waiting: (() => void)[] = []
  const release = (): void => {
    const start = waiting.shift()
    if (start === undefined) free++
    else start()
  }
  return async ({ query }, response, next) => {
    if (Number(query['size'] ?? 0) <= LARGE_PAGE_SIZE) {
      next()
      return
    }
    if (free > 0) free--
    else await new Promise<void>((resolve) => waiting.push(resolve))
    if (response.closed) {
      release()
      return
    }
    response.once('close', release)
    next()
  }
}
