import { token } from '@workbench/contracts/internal'

/** A member of an object, or an item of a list, anywhere in an artifact. */
export interface Member {
  /** JSON Pointer. */
  readonly path: string
  readonly name: string
  readonly value: unknown
  /** The object or list. */
  readonly owner: Readonly<Record<string, unknown>>
}

/** All members and items of a value, each before those that are in it. */
export function membersIn(owner: unknown, path = ''): Member[] {
  if (typeof owner !== 'object' || owner === null) return []
  return Object.entries(owner).flatMap(([name, value]: [string, unknown]) => {
    const member = { path: path + token(name), name, value, owner: owner as Member['owner'] }
    return [member, ...membersIn(value, member.path)]
  })
}
