import { type RawBuilder, sql } from 'kysely'

import type { ExpectedVersions } from '../../domain/version.ts'

/** Whether a client expects versions in particular. The statement for one that does not is the same as ever. */
export function hasExpectedVersions(expected: ExpectedVersions | undefined): boolean {
  return expected !== undefined && expected !== 'any'
}

/** The condition, for the end of a `where`, that the row which `target` has locked is of a version that is expected. */
export function andVersionExpected(
  expected: ExpectedVersions | undefined,
  particular: boolean,
): RawBuilder<unknown> {
  return particular ? sql`and target.version = any(${expected})` : sql``
}
