import { type RawBuilder, sql, type SqlBool } from 'kysely'

interface Changed {
  updated_at: RawBuilder<string>
  version: RawBuilder<string>
}

/** The time after a row was locked, for a CTE that reads the one that locks. */
export const LOCKED_AT = sql<string>`clock_timestamp()`.as('locked_at')

/** The same with the lowest version that a change may have. Citus executes no function of the clock or of a time in an update. */
export const LOCKED = [
  LOCKED_AT,
  sql<string>`cast(extract(epoch from clock_timestamp()) * 1000 as bigint)`.as('min_version'),
] as const

/**
 * What every change of a row sets. The clock may have been set back since the last one. A version is at least the time in
 * milliseconds, so that one from before the restore of a backup is not given again.
 */
export function changed(table: 'projects' | 'tasks'): Changed {
  return {
    updated_at: sql`greatest(${sql.ref(`${table}.updated_at`)}, target.locked_at)`,
    version: sql`greatest(${sql.ref(`${table}.version`)} + 1, target.min_version)`,
  }
}

/** The same for a write that changes nothing if a condition is met. */
export function changedUnless(table: 'projects' | 'tasks', isSame: RawBuilder<SqlBool>): Changed {
  const { updated_at, version } = changed(table)
  const choose = (name: keyof Changed, value: RawBuilder<string>): RawBuilder<string> =>
    sql`case when ${isSame} then ${sql.ref(`${table}.${name}`)} else ${value} end`
  return { updated_at: choose('updated_at', updated_at), version: choose('version', version) }
}
