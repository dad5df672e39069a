import type { Store } from '../db/store.ts'
import type { OpenApiDocument } from '../openapi/document.ts'

import { listChanges } from './list-changes.ts'
import { ChangeFeed, type ChangeFeedOptions } from './log/change-feed.ts'
import { resetTicks } from './log/change-log.ts'
import { readEpoch } from './log/epoch.ts'

const CHANGES_PATH = '/api/v1/changes'
const CHANGES_TAG = 'Changes'

/** What the change feed adds to the server. */
export type Changes = Awaited<ReturnType<typeof openChanges>>

interface ChangesOptions extends Omit<ChangeFeedOptions, 'ttlSeconds' | 'epoch'> {
  ttlSeconds: number | undefined
  /** Identifies the files of the database, if they are known. */
  files?: string | undefined
}

/**
 * Starts the change feed. Without a time to keep changes, deletes all of them, and thereby all cursors: later changes are
 * not recorded.
 */
export async function openChanges(store: Store, { ttlSeconds, files, ...options }: ChangesOptions) {
  let feed: ChangeFeed | undefined
  if (ttlSeconds === undefined) {
    await resetTicks(store)
  } else {
    const epoch = await store.run((db) => readEpoch(db, files))
    feed = new ChangeFeed(store, { ttlSeconds, epoch, ...options })
    await feed.start()
  }
  return {
    handlers: { listChanges: feed && listChanges(feed) },
    /** Returns the description with the operation of the feed only if the server records changes. */
    describe: (document: OpenApiDocument) => (feed ? document : withoutChanges(document)),
    /** Ends the streams and waiting requests, and stops reading changes. */
    stop: async () => feed?.stop(),
  }
}

/** Returns the description without the operation of the feed. */
function withoutChanges(document: OpenApiDocument): OpenApiDocument {
  const { [CHANGES_PATH]: _, ...paths } = document.paths
  return { ...document, paths, tags: (document.tags ?? []).filter(({ name }) => name !== CHANGES_TAG) }
}
