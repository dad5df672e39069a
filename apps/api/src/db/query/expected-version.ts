import { type RawBuilder, sql } from 'kysely'

import type { ExpectedVersions } from '../../domain/version.ts'

/** How a statement compares the version of the locked row with a list. */
export type VersionCheck = 'in list' | 'not in list' | 'none'

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

/** What the text of a write depends on, apart from its values. */
export interface WriteVariant {
  check: VersionCheck
  /** Whether it also writes to the change feed. */
  record: boolean
}

/** A condition for the end of a `where` clause: the row locked as `target` has an expected version. */
export function andVersionExpected(versions: readonly string[], check: VersionCheck): RawBuilder<unknown> {
  switch (check) {
    case 'in list':
      return sql`and target.version = any(${versions})`
    case 'not in list':
      return sql`and target.version <> all(${versions})`
    case 'none':
      return sql``
  }
}
