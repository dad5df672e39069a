import { type JsonObject, type Pointer, token } from '@workbench/json-text'

/** The location of a value in an artifact, as a linked list, so that a pointer is built only for a violation. */
export interface Location {
  readonly value: unknown
  readonly parent: Location | undefined
  /** Member name or index in the parent. */
  readonly segment: string | number
  /** Number of members or items before it in the parent. */
  readonly siblingIndex: number
  /** Number of levels between the root and the value. */
  readonly depth: number
}

export interface ObjectLocation extends Location {
  readonly value: JsonObject
}

/** The location of an object's member. */
export interface MemberLocation extends Location {
  readonly parent: ObjectLocation
  readonly segment: string
}

/** The `siblingIndex` of a missing member: its violation comes before those of the members. */
export const MISSING_MEMBER_INDEX = -1

export const rootLocation = (value: unknown): Location => ({
  value,
  parent: undefined,
  segment: '',
  siblingIndex: 0,
  depth: 0,
})

export const childLocation = (
  parent: Location,
  segment: string | number,
  siblingIndex: number,
  value: unknown,
): Location => ({
  value,
  parent,
  segment,
  siblingIndex,
  depth: parent.depth + 1,
})

/** The member names and indexes from the root to the value. */
export function segmentsOf(location: Location): readonly (string | number)[] {
  const segments: (string | number)[] = []
  for (let at = location; at.parent; at = at.parent) segments.push(at.segment)
  return segments.reverse()
}

export const pointerOf = ({ parent, segment }: Location): Pointer =>
  parent ? pointerOf(parent) + token(segment) : ''
