import { once } from 'node:events'

import type { Response } from 'express'

import { formatPosition, toChangeResponse } from './change-response.ts'
import type { ChangePosition } from './log/change.ts'
import type { ChangeFeed } from './log/change-feed.ts'

/** A stream ends after this time, so that the credentials of its caller are checked again when it reconnects. */
const MAX_DURATION_MS = 600_000
/** Shorter than the idle timeouts of proxies. */
const HEARTBEAT_MS = 15_000
const BATCH_SIZE = 100

/**
 * Sends changes as server-sent events until the client disconnects, the server stops, or changes that were not sent yet
 * are deleted. The client then reconnects with its last cursor. Reads the next changes only when the client has received
 * the ones before.
 */
export async function streamChanges(
  feed: ChangeFeed,
  start: ChangePosition,
  response: Response,
): Promise<void> {
  const closed = clientClosed(response)
  response.writeHead(200, {
    'Content-Type': 'text/event-stream',
    // Compression and buffering would hold events back.
    'Cache-Control': 'no-store, no-transform',
    'X-Accel-Buffering': 'no',
  })
  const end = Date.now() + MAX_DURATION_MS
  let position = start
  const { epoch } = feed
  await send(response, eventOf(formatPosition(position, epoch)), closed)
  while (!closed.aborted && !feed.isClosed && Date.now() < end) {
    const page = await feed.read(position, BATCH_SIZE)
    if (page === undefined) break
    const events = page.changes.map((change) =>
      eventOf(formatPosition(change.position, epoch), toChangeResponse(change, epoch)),
    )
    await send(response, events.join(''), closed)
    position = page.end
    if (page.changes.length === BATCH_SIZE) continue
    // Tells the client the cursor after all changes, which does not expire while there are no others.
    await feed.waitAfter(position, AbortSignal.any([closed, AbortSignal.timeout(HEARTBEAT_MS)]))
    await send(response, eventOf(formatPosition(position, epoch)), closed)
  }
  response.end()
}

/** An event without data is not dispatched, but its id becomes the `Last-Event-ID` of the client. */
const eventOf = (cursor: string, data?: object): string =>
  `id: ${cursor}\n${data ? `data: ${JSON.stringify(data)}\n` : ''}\n`

async function send(response: Response, text: string, signal: AbortSignal): Promise<void> {
  if (signal.aborted || response.write(text)) return
  await once(response, 'drain', { signal }).catch(() => undefined)
}

/**
 * Aborted when the response is closed, or when the client closes its side of the connection: one that is closed on both
 * sides cannot be told apart, and nothing is kept waiting for it.
 */
export function clientClosed(response: Response): AbortSignal {
  const closed = new AbortController()
  const { socket } = response.req
  const abort = (): void => {
    closed.abort()
    socket.off('end', abort)
  }
  socket.once('end', abort)
  response.once('close', abort)
  if (socket.readableEnded || response.closed) abort()
  return closed.signal
}
