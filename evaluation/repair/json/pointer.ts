import { isMembers } from './values.ts'

/** The names and indices of a JSON Pointer. */
const segmentsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'))

export const childPointer = (parent: string, segment: string | number): string =>
  `${parent}/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`

export const parentPointer = (pointer: string): string => pointer.slice(0, pointer.lastIndexOf('/'))

export const lastSegment = (pointer: string): string => segmentsOf(pointer).at(-1) ?? ''

/** Whether `pointer` is `ancestor` or below it. */
export const isAtOrBelow = (pointer: string, ancestor: string): boolean =>
  pointer === ancestor || pointer.startsWith(`${ancestor}/`)

/** Replaces the start `from` of a pointer by `to`; returns other pointers as they are. */
export const relocated = (pointer: string, from: string, to: string): string =>
  isAtOrBelow(pointer, from) ? to + pointer.slice(from.length) : pointer

/** Whether one of the pointers is at or below the other one. */
export const overlap = (a: string, b: string): boolean => isAtOrBelow(a, b) || isAtOrBelow(b, a)

/** The value at the pointer; undefined if there is none. */
export function valueAt(root: unknown, pointer: string): unknown {
  let value = root
  for (const segment of segmentsOf(pointer)) {
    if (Array.isArray(value)) value = /^\d+$/.test(segment) ? value[Number(segment)] : undefined
    else if (isMembers(value) && Object.hasOwn(value, segment)) value = value[segment]
    else return undefined
  }
  return value
}
