import { type Pointer, token } from '../pointer.ts'

/** A place in an artifact, linked to the place that holds it, so that a pointer is only spelt when it is needed. */
export interface Place {
  readonly value: unknown
  readonly parent?: Place
  /** Member name or index in the parent. */
  readonly segment?: string | number
  /** Levels below the root. */
  readonly depth: number
}

export const rootPlace = (value: unknown): Place => ({ value, depth: 0 })

export const childPlace = (parent: Place, segment: string | number, value: unknown): Place => ({
  value,
  parent,
  segment,
  depth: parent.depth + 1,
})

export function pointerOf(place: Place): Pointer {
  const tokens: string[] = []
  for (let at: Place | undefined = place; at?.segment !== undefined; at = at.parent)
    tokens.push(token(at.segment))
  return tokens.reverse().join('')
}
