import type { JsonObject } from '@workbench/json-text'
import { spellingOf } from '../words/did-you-mean.ts'

/** The contracts of a directory. */
export interface KnownContracts {
  readonly ids: readonly string[]
  /** The spellings of the members that a contract describes. */
  readonly membersOf: (id: string) => ReadonlySet<string>
}

/** Members that every artifact has, whatever its contract is. */
const COMMON = new Set(['schema', 'producedBy'])

/** An object with more members is of no contract. */
const MAX_MEMBERS = 100

/** The spellings of the members of an artifact that not every artifact has. */
export const distinctiveMembers = (artifact: JsonObject): readonly string[] =>
  Object.keys(artifact)
    .filter((name) => !COMMON.has(name))
    .map(spellingOf)

/** How many of the members a contract describes. */
export const countKnown = (members: readonly string[], known: ReadonlySet<string>): number =>
  members.filter((member) => known.has(member)).length

/**
 * The contract that describes all of at least two members, or of many members at least three quarters; undefined unless
 * every other contract lacks more than twice as many.
 */
export function contractOfMembers(
  members: readonly string[],
  { ids, membersOf }: KnownContracts,
): string | undefined {
  const { length } = members
  if (length < 2 || length > MAX_MEMBERS) return undefined
  const [best, second] = ids
    .map((id) => ({ id, unknown: length - countKnown(members, membersOf(id)) }))
    .sort((a, b) => a.unknown - b.unknown)
  if (!best || 4 * best.unknown > length) return undefined
  return second && second.unknown <= 2 * best.unknown ? undefined : best.id
}
