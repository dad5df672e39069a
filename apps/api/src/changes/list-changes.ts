import type { Request, RequestHandler, Response } from 'express'

import type { ChangeFeed } from './log/change-feed.ts'
import type { ChangePage, ChangePosition } from '../domain/change.ts'
import { isLargePage, type LargeResponses } from '../http/server/large-responses.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import { HttpError } from '../problems/http-errors.ts'
import { sendResponse } from '../http/responses/prepared-response.ts'
import { serializeList } from '../http/responses/serialize-list.ts'

import { formatPosition, parsePosition, toChangeResponse } from './change-response.ts'
import { clientClosed, streamChanges } from './event-stream.ts'
import { createWaitingLimit } from './waiting-limit.ts'

const START = 'start'
const EVENT_STREAM = 'text/event-stream'

/** Handles `listChanges`: responds with a page of changes, or with a stream of them. */
export function listChanges(feed: ChangeFeed, largeResponses: LargeResponses): RequestHandler {
  const countWaiting = createWaitingLimit()
  return async (request, response) => {
    const { wait = 0, size = 20 } = request.query as { wait?: number; size?: number }
    const position = await startOf(feed, request)
    if (request.accepts(['application/json', EVENT_STREAM]) === EVENT_STREAM && hasBody(response)) {
      requirePage(await feed.read(position, 1))
      countWaiting(request, response)
      await streamChanges(feed, position, response)
      return
    }
    if (wait > 0) {
      countWaiting(request, response)
      await waitForChanges(feed, position, wait, response)
    }
    const respond = async (): Promise<void> => {
      const { changes, end } = requirePage(await feed.read(position, size))
      const body = await serializeList(
        changes.map((change) => toChangeResponse(change, feed.epoch)),
        { cursor: formatPosition(end, feed.epoch) },
      )
      const headers = { 'Content-Type': 'application/json' }
      await sendResponse(response, { status: 200, headers, body }, undefined)
    }
    await (isLargePage({ size }) ? largeResponses.build(response, respond) : respond())
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

const CHANGES_PATH = '/api/v1/changes'
const CHANGES_TAG = 'Changes'

/** Returns the document without the operation for changes, which a server offers only if it records them. */
export function withoutChanges(document: OpenApiDocument): OpenApiDocument {
  const { [CHANGES_PATH]: _, ...paths } = document.paths
  return { ...document, paths, tags: (document.tags ?? []).filter(({ name }) => name !== CHANGES_TAG) }
}
