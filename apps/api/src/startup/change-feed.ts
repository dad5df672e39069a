import type { Kysely } from 'kysely'
import type { Logger } from 'pino'

import type { Config } from '../config/config.ts'
import { ChangeFeed } from '../db/changes/change-feed.ts'
import { hasChangeTables, resetTicks } from '../db/changes/change-log.ts'
import type { Database } from '../db/schema.ts'

import type { Cleanup } from './cleanup.ts'
import { logDatabaseFailure } from './log-database-failure.ts'

/** Starts the change feed. If it is disabled, deletes all changes and thereby all cursors: later changes are not recorded. */
export async function startChangeFeed(
  db: Kysely<Database>,
  { changesTtl }: Config,
  logger: Logger,
  cleanup: Cleanup,
  epoch: string,
): Promise<ChangeFeed | undefined> {
  if (changesTtl === undefined) {
    if (await hasChangeTables(db)) await resetTicks(db)
    return undefined
  }
  const feed = new ChangeFeed(db, {
    ttlSeconds: changesTtl,
    epoch,
    onError: logDatabaseFailure(logger, 'reading changes failed; it is tried again'),
  })
  await feed.start()
  cleanup.push(() => feed.stop())
  return feed
}
