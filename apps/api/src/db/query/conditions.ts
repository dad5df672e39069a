import { type RawBuilder, sql, type SqlBool } from 'kysely'

import type { ExpectedVersions } from '../../domain/version.ts'

/** The condition of every statement that looks a project or a task up by its id. */
export const hasId = (table: 'projects' | 'tasks', id: string): RawBuilder<SqlBool> =>
  sql`${sql.ref(`${table}.id`)} = ${id}`

/** The condition of every statement for the tasks of a project, or their totals. */
export const isInProject = (projectId: string): RawBuilder<SqlBool> => sql`project_id = ${projectId}`

/** How a statement compares the version of the locked row with a list. */
type VersionCheck = 'in list' | 'not in list' | 'none'

/** What the text of a write depends on, apart from its values. */
export interface WriteVariant {
  check: VersionCheck
  /** Whether it also writes to the change feed. */
  record: boolean
}

/** The list of versions that a statement compares, and how. */
export function toVersionCheck(expected: ExpectedVersions | undefined): {
  versions: readonly string[]
  check: VersionCheck
} {
  if (expected === undefined || expected === 'any') return { versions: [], check: 'none' }
  return 'except' in expected
    ? { versions: expected.except, check: 'not in list' }
    : { versions: expected, check: 'in list' }
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
