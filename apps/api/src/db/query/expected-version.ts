import { type RawBuilder, sql } from 'kysely'

import type { ExpectedVersions } from '../../domain/version.ts'

/** Whether the client expects certain versions. Otherwise the statement needs no condition on the version. */
export function hasExpectedVersions(expected: ExpectedVersions | undefined): boolean {
  return expected !== undefined && expected !== 'any'
}

/** A condition for the end of a `where` clause: the row locked as `target` has one of the expected versions. */
export function andVersionExpected(
  expected: ExpectedVersions | undefined,
  checkVersion: boolean,
): RawBuilder<unknown> {
  return checkVersion ? sql`and target.version = any(${expected})` : sql``
}
