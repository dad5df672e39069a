import type { Request, RequestHandler, Response } from 'express'

import type { ChangeFeed } from '../../../db/changes/change-feed.ts'
import type { ChangePage, ChangePosition } from '../../../domain/change.ts'
import { HttpError } from '../../../problems/http-errors.ts'
import { sendResponse } from '../response.ts'

import { formatPosition, parsePosition, toChangeResponse } from './change-response.ts'
import { streamChanges } from './event-stream.ts'

const START = 'start'
export const EVENT_STREAM = 'text/event-stream'

/** Handles `listChanges`: responds with a page of changes, or with a stream of them. */
export function listChanges(feed: ChangeFeed): RequestHandler {
  return async (request, response) => {
    const { wait = 0, size = 20 } = request.query as { wait?: number; size?: number }
    const start = await startOf(feed, request)
    const page = requirePage(await feed.read(start, size))
    if (request.accepts(['application/json', EVENT_STREAM]) === EVENT_STREAM && hasBody(response)) {
      await streamChanges(feed, start, response)
      return
    }
    const isFound = page.changes.length > 0 || wait === 0
    const { changes, end } = isFound ? page : await waitFor(feed, page.end, size, wait, response)
    await sendResponse(
      response,
      {
        status: 200,
        headers: { 'Content-Type': 'application/json' },
        body: JSON.stringify({ content: changes.map(toChangeResponse), cursor: formatPosition(end) }),
      },
      undefined,
    )
  }
}

async function startOf(feed: ChangeFeed, { query, headers }: Request): Promise<ChangePosition> {
  const cursor = (headers['last-event-id'] ?? query['after']) as string | undefined
  if (cursor === undefined) return feed.end
  return cursor === START ? feed.oldest() : parsePosition(cursor)
}

function requirePage(page: ChangePage | undefined): ChangePage {
  if (page !== undefined) return page
  throw new HttpError(
    'cursor-gone',
    'Changes after this cursor were deleted; read the lists again, then continue without after',
  )
}

async function waitFor(
  feed: ChangeFeed,
  position: ChangePosition,
  size: number,
  seconds: number,
  response: Response,
): Promise<ChangePage> {
  const closed = new AbortController()
  response.once('close', () => {
    closed.abort()
  })
  await feed.waitAfter(position, AbortSignal.any([closed.signal, AbortSignal.timeout(seconds * 1000)]))
  return requirePage(await feed.read(position, size))
}

/** A response to HEAD has no body, so it must not stay open. */
const hasBody = (response: Response): boolean => response.locals['isHead'] !== true
