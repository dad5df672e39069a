import { isObject, type JsonObject } from '../json.ts'
import { type Pointer, token } from '../pointer.ts'

/** A place in an artifact, linked to the place that holds it, so that a pointer is only spelt when it is needed. */
export interface Place {
  readonly value: unknown
  readonly parent: Place | undefined
  /** Member name or index in the parent. */
  readonly segment: string | number
  /** How many members or items of the parent stand before it. */
  readonly rank: number
  /** Levels below the root. */
  readonly depth: number
}

/** The place of an object's member. */
export interface MemberPlace extends Place {
  readonly parent: Place & { readonly value: JsonObject }
  readonly segment: string
}

/** The rank of a member that is not there: it stands at its object's start. */
export const ABSENT = -1

export const rootPlace = (value: unknown): Place => ({
  value,
  parent: undefined,
  segment: '',
  rank: 0,
  depth: 0,
})

export const childPlace = (parent: Place, segment: string | number, rank: number, value: unknown): Place => ({
  value,
  parent,
  segment,
  rank,
  depth: parent.depth + 1,
})

export const pointerOf = ({ parent, segment }: Place): Pointer =>
  parent ? pointerOf(parent) + token(segment) : ''

/** The places of an object's members; none where there is no object. */
export const membersAt = (place: Place): MemberPlace[] =>
  isObject(place.value)
    ? Object.entries(place.value).map(
        ([name, value], rank) => childPlace(place, name, rank, value) as MemberPlace,
      )
    : []
