import { type RawBuilder, sql, type SqlBool } from 'kysely'

import type { ExpectedVersions } from '../../domain/version.ts'
import type { RowKey } from '../ids.ts'
import type { Store } from '../store.ts'

import type { CompiledStatement, VersionCheck } from './compiled-statement.ts'

/** The condition of every statement that looks a project or a task up. The bucket leads to the shard. */
export const hasKey = (table: 'projects' | 'tasks', { id, bucket }: RowKey): RawBuilder<SqlBool> =>
  sql`(${sql.ref(`${table}.bucket`)} = ${bucket} and ${sql.ref(`${table}.id`)} = ${id})`

/** The condition of every statement for the tasks of a project, or their totals. */
export const isInProject = ({ id, bucket }: RowKey): RawBuilder<SqlBool> =>
  sql`(bucket = ${bucket} and project_id = ${id})`

/** What identifies the row of a write. */
export interface Target extends RowKey {
  versions: readonly string[]
}

/**
 * Executes a write to the row with a key, if it has one of the expected versions. Returns undefined if the statement finds
 * no row.
 */
export async function executeWrite<Values, Row>(
  statement: CompiledStatement<Values & Target, VersionCheck, Row>,
  store: Store,
  { id, bucket }: RowKey,
  values: Values,
  expected: ExpectedVersions | undefined,
): Promise<Row | undefined> {
  const { versions, check } = expected ?? { versions: [], check: 'none' }
  const [row] = await statement.execute(store, { id, bucket, versions, ...values }, check)
  return row
}

/** The row locked as `target` has an expected version. */
export function hasExpectedVersion(versions: readonly string[], check: VersionCheck): RawBuilder<SqlBool> {
  switch (check) {
    case 'in list':
      return sql`target.version = any(${versions})`
    case 'not in list':
      return sql`target.version <> all(${versions})`
    case 'none':
      return sql`true`
  }
}
