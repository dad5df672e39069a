import { type RawBuilder, sql, type SqlBool } from 'kysely'

interface Changed {
  updated_at: RawBuilder<string>
  version: RawBuilder<string>
}

/** The time after a row was locked, for a CTE that reads the one that locks. Citus does not call the clock in an update. */
export const LOCKED_AT = sql<string>`clock_timestamp()`.as('locked_at')

/**
 * What every change of a row sets. The clock may have been set back since the last one. A version is at least the time in
 * milliseconds, so that one from before the restore of a backup is not given again. In UTC: without a time zone, `extract` does
 * not depend on settings, which Citus requires in a `case`.
 */
export function changed(table: 'projects' | 'tasks'): Changed {
  return {
    updated_at: sql`greatest(${sql.ref(`${table}.updated_at`)}, target.locked_at)`,
    version: sql`greatest(${sql.ref(`${table}.version`)} + 1, cast(extract(epoch from target.locked_at at time zone 'UTC') * 1000 as bigint))`,
  }
}

/** The same for a write that changes nothing if a condition is met. */
export function changedUnless(table: 'projects' | 'tasks', isSame: RawBuilder<SqlBool>): Changed {
  const { updated_at, version } = changed(table)
  const choose = (name: keyof Changed, value: RawBuilder<string>): RawBuilder<string> =>
    sql`case when ${isSame} then ${sql.ref(`${table}.${name}`)} else ${value} end`
  return { updated_at: choose('updated_at', updated_at), version: choose('version', version) }
}
