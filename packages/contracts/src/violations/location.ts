import { isObject, type JsonObject } from '../json.ts'
import { type Pointer, token } from '../pointer.ts'

/** A place in an artifact, linked to the place that holds it, so that a pointer is only spelt when it is needed. */
export interface Location {
  readonly value: unknown
  readonly parent: Location | undefined
  /** Member name or index in the parent. */
  readonly segment: string | number
  /** How many members or items of the parent stand before it. */
  readonly siblingIndex: number
  /** Levels below the root. */
  readonly depth: number
}

/** The place of an object's member. */
export interface MemberLocation extends Location {
  readonly parent: Location & { readonly value: JsonObject }
  readonly segment: string
}

/** The rank of a member that is not there: it stands at its object's start. */
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

export const pointerOf = ({ parent, segment }: Location): Pointer =>
  parent ? pointerOf(parent) + token(segment) : ''

/** The places of an object's members; none where there is no object. */
export const memberLocations = (location: Location): MemberLocation[] =>
  isObject(location.value)
    ? Object.entries(location.value).map(
        ([name, value], siblingIndex) => childLocation(location, name, siblingIndex, value) as MemberLocation,
      )
    : []
