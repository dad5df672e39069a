import type { Logger } from 'pino'

import type { Config } from '../config/config.ts'
import { ChangeFeed } from '../db/changes/change-feed.ts'
import { hasChangeTables, resetTicks } from '../db/changes/change-log.ts'
import type { Store } from '../db/store.ts'

import type { Cleanup } from './cleanup.ts'
import { logDatabaseFailure } from './log-database-failure.ts'

/** Starts the change feed. If it is disabled, deletes all changes and thereby all cursors: later changes are not recorded. */
export async function startChangeFeed(
  store: Store,
  { changesTtl }: Config,
  logger: Logger,
  cleanup: Cleanup,
  epoch: string,
): Promise<ChangeFeed | undefined> {
  if (changesTtl === undefined) {
    if (await hasChangeTables(store)) await resetTicks(store)
    return undefined
  }
  const feed = new ChangeFeed(store, {
    ttlSeconds: changesTtl,
    epoch,
    onError: logDatabaseFailure(logger, 'reading changes failed; it is tried again'),
  })
  await feed.start()
  cleanup.push(() => feed.stop())
  return feed
}
