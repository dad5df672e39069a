import type { Request, Response } from 'express'

import { HttpError } from '../problems/http-errors.ts'
import type { Handler } from '../handlers/handler.ts'

import { formatPosition, parsePosition, toChangeResponse } from './change-response.ts'
import { clientClosed, streamChanges } from './event-stream.ts'
import type { ChangePage, ChangePosition } from './log/change.ts'
import type { ChangeFeed } from './log/change-feed.ts'
import { createWaitingLimit } from './waiting-limit.ts'

const START = 'start'
const EVENT_STREAM = 'text/event-stream'

/** Handles `listChanges`: responds with a page of changes, or with a stream of them. */
export function listChanges(feed: ChangeFeed): Handler<'listChanges'> {
  const countWaiting = createWaitingLimit()
  return async (_store, { query }, request) => {
    const { wait = 0, size = 20 } = query
    const response = request.res as Response
    const position = await startOf(feed, request)
    const accepted = request.accepts(['application/json', EVENT_STREAM, `${EVENT_STREAM}; charset=utf-8`])
    if (String(accepted).startsWith(EVENT_STREAM) && hasBody(response)) {
      requirePage(await feed.read(position, 1))
      countWaiting(request, response)
      return { stream: () => streamChanges(feed, position, response) }
    }
    if (wait > 0) {
      countWaiting(request, response)
      await waitForChanges(feed, position, wait, response)
    }
    const { changes, end } = requirePage(await feed.read(position, size))
    const content = changes.map((change) => toChangeResponse(change, feed.epoch))
    return { status: 200, body: { content, cursor: formatPosition(end, feed.epoch) } }
  }
}

async function startOf(feed: ChangeFeed, { query, headers }: Request): Promise<ChangePosition> {
  const cursor = (headers['last-event-id'] ?? query['after']) as string | undefined
  if (cursor === undefined) return feed.end
  if (cursor === START) return feed.oldest()
  const position = parsePosition(cursor, feed.epoch)
  if (position !== undefined) return position
  throw new HttpError(
    'cursor-gone',
    'The database was restored after this cursor was made; read the lists again, then continue without after',
  )
}

function requirePage(page: ChangePage | undefined): ChangePage {
  if (page !== undefined) return page
  throw new HttpError(
    'cursor-gone',
    'Changes after this cursor were deleted; read the lists again, then continue without after',
  )
}

/** Waits until a change follows the position, at most for some seconds. */
async function waitForChanges(
  feed: ChangeFeed,
  position: ChangePosition,
  seconds: number,
  response: Response,
): Promise<void> {
  const { changes, end } = requirePage(await feed.read(position, 1))
  if (changes.length > 0) return
  await feed.waitAfter(end, AbortSignal.any([clientClosed(response), AbortSignal.timeout(seconds * 1000)]))
}

/** A response to HEAD has no body, so it must not stay open. */
const hasBody = (response: Response): boolean => response.locals['isHead'] !== true
