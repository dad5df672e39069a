import type { FactV1 } from '@workbench/contracts'

import { isExpired } from './expiry.ts'
import type { FactEntry } from './read-memory.ts'

/** What a fact is on a day. The first that applies: withdrawn, deleted, superseded, invalid, expired, current. */
export type FactState =
  | { readonly name: 'current'; readonly fact: FactV1 }
  | { readonly name: 'withdrawn'; readonly on: string; readonly reason: string }
  /** Its file was deleted, but it was not withdrawn. */
  | { readonly name: 'deleted'; readonly reason: string }
  | { readonly name: 'superseded'; readonly by: readonly string[] }
  /** `on` was its last day. */
  | { readonly name: 'expired'; readonly on: string }
  | { readonly name: 'invalid'; readonly reason: string }

/**
 * The state of a fact. One whose `expires` is not a day never expires.
 * @param today as `2026-01-31`
 */
export function factState(entry: FactEntry, today: string): FactState {
  const { fact, supersededBy, tombstone, isDeleted } = entry
  if (tombstone) return { name: 'withdrawn', on: tombstone.withdrawn, reason: tombstone.reason }
  if (isDeleted) return { name: 'deleted', reason: reasonFor(entry) }
  if (supersededBy.length > 0) return { name: 'superseded', by: supersededBy }
  if (!fact) return { name: 'invalid', reason: reasonFor(entry) }
  return isExpired(fact, today) === true
    ? { name: 'expired', on: fact.expires ?? '' }
    : { name: 'current', fact }
}

const reasonFor = ({ problem, violations: [violation] }: FactEntry): string =>
  problem ??
  (violation ? `${violation.path} ${violation.message}` : 'it is a valid artifact of another contract')
