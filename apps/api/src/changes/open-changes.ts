import type { Store } from '../db/store.ts'
import type { OpenApiDocument } from '../openapi/document.ts'

import { listChanges } from './list-changes.ts'
import { ChangeFeed, type ChangeFeedOptions } from './log/change-feed.ts'
import { resetTicks } from './log/change-log.ts'

const CHANGES_PATH = '/api/v1/changes'
const CHANGES_TAG = 'Changes'

/** What the change feed adds to the server. */
export type Changes = Awaited<ReturnType<typeof openChanges>>

/**
 * Starts the change feed. Without a time to keep changes, deletes all of them, and thereby all cursors: later changes are
 * not recorded.
 */
export async function openChanges(
  store: Store,
  { ttlSeconds, ...options }: Omit<ChangeFeedOptions, 'ttlSeconds'> & { ttlSeconds: number | undefined },
) {
  const feed = ttlSeconds === undefined ? undefined : new ChangeFeed(store, { ttlSeconds, ...options })
  if (feed !== undefined) await feed.start()
  else await resetTicks(store)
  return {
    handlers: { listChanges: feed && listChanges(feed) },
    /** Returns the description with the operation of the feed only if the server records changes. */
    describe: (document: OpenApiDocument) => (feed ? document : withoutChanges(document)),
    /** Ends the streams and waiting requests. */
    close: () => feed?.close(),
    /** Stops reading changes. */
    stop: async () => feed?.stop(),
  }
}

/** Returns the description without the operation of the feed. */
export function withoutChanges(document: OpenApiDocument): OpenApiDocument {
  const { [CHANGES_PATH]: _, ...paths } = document.paths
  return { ...document, paths, tags: (document.tags ?? []).filter(({ name }) => name !== CHANGES_TAG) }
}
