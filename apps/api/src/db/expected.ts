import { type RawBuilder, sql } from 'kysely'

import type { Versions } from '../domain/version.ts'

/**
 * The condition, for the end of a `where`, that the row which `target` has locked is of a version that the client
 * expects. It is nothing for a client that expects none in particular: its statement is the same as ever.
 */
export function andExpected(expected: Versions | undefined): RawBuilder<unknown> {
  return expected === undefined || expected === 'any' ? sql`` : sql`and target.version = any(${expected})`
}
