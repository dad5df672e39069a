import type { Migration } from 'kysely'

import { projectsAndTasks } from './0001-projects-and-tasks.ts'
import { indexesOfAllTasks, listIndexes } from './0002-list-indexes.ts'
import { versions } from './0003-versions.ts'
import { idempotencyKeys, keyBuckets } from './0005-idempotency-keys.ts'
import { taskCounts } from './0006-task-counts.ts'
import { changes } from './0007-changes.ts'
import { projectCounts } from './0008-project-counts.ts'
import { databaseEpoch } from './0009-database-epoch.ts'
import { buckets } from './0010-buckets.ts'
import { bucketStatistics } from './0011-bucket-statistics.ts'
import { calendarTimes } from './0012-calendar-times.ts'
import { textSearch } from './0013-text-search.ts'

/** All migrations by the name that is stored in the database. They are executed in the order of their names. */
export const MIGRATIONS: Record<string, Migration> = {
  '0001-projects-and-tasks': projectsAndTasks,
  '0002-list-indexes': listIndexes,
  '0003-versions': versions,
  // It created a table that only earlier versions used; databases that have executed it list its name.
  '0004-rate-limits': { up: () => Promise.resolve() },
  '0005-idempotency-keys': idempotencyKeys,
  '0006-task-counts': taskCounts,
  '0007-changes': changes,
  '0008-project-counts': projectCounts,
  '0009-database-epoch': databaseEpoch,
  '0010-buckets': buckets,
  '0011-bucket-statistics': bucketStatistics,
  '0012-calendar-times': calendarTimes,
  '0013-text-search': textSearch,
  '0014-indexes-of-all-tasks': indexesOfAllTasks,
  '0015-key-buckets': keyBuckets,
}
