import type { Store } from '../db/store.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import type { Handlers } from '../routes/handler.ts'

import { listChanges } from './list-changes.ts'
import { ChangeFeed, type ChangeFeedOptions } from './log/change-feed.ts'
import { hasChangeTables, resetTicks } from './log/change-log.ts'

const CHANGES_PATH = '/api/v1/changes'
const CHANGES_TAG = 'Changes'

/** What the change feed adds to the server. */
export interface Changes {
  handlers: Partial<Handlers>
  /** Returns the description with the operation of the feed only if the server records changes. */
  describe: (document: OpenApiDocument) => OpenApiDocument
  /** Ends the streams and waiting requests. */
  close: () => void
  /** Stops reading changes. */
  stop: () => Promise<void>
}

/**
 * Starts the change feed. Without a time to keep changes, deletes all of them, and thereby all cursors: later changes are
 * not recorded.
 */
export async function openChanges(
  store: Store,
  { ttlSeconds, ...options }: Omit<ChangeFeedOptions, 'ttlSeconds'> & { ttlSeconds: number | undefined },
): Promise<Changes> {
  if (ttlSeconds === undefined) {
    if (await hasChangeTables(store)) await resetTicks(store)
    return { handlers: {}, describe: withoutChanges, close: () => undefined, stop: () => Promise.resolve() }
  }
  const feed = new ChangeFeed(store, { ttlSeconds, ...options })
  await feed.start()
  return {
    handlers: { listChanges: listChanges(feed) },
    describe: (document) => document,
    close: () => {
      feed.close()
    },
    stop: () => feed.stop(),
  }
}

/** Returns the description without the operation of the feed. */
export function withoutChanges(document: OpenApiDocument): OpenApiDocument {
  const { [CHANGES_PATH]: _, ...paths } = document.paths
  return { ...document, paths, tags: (document.tags ?? []).filter(({ name }) => name !== CHANGES_TAG) }
}
