import { isDeepStrictEqual } from 'node:util'

import { childPointer } from './pointer.ts'
import { isMembers } from './values.ts'

/** The pointers at which two JSON values differ; one for a value that is missing on one side. Order of members is ignored. */
export function differences(a: unknown, b: unknown, at = ''): string[] {
  if (isMembers(a) && isMembers(b)) {
    const names = new Set([...Object.keys(a), ...Object.keys(b)])
    return [...names].flatMap((name) => differences(own(a, name), own(b, name), childPointer(at, name)))
  }
  if (Array.isArray(a) && Array.isArray(b)) {
    const longer = Math.max(a.length, b.length)
    return Array.from({ length: longer }, (_, index) =>
      differences(a[index], b[index], childPointer(at, index)),
    ).flat()
  }
  return isDeepStrictEqual(a, b) ? [] : [at]
}

const own = (object: Record<string, unknown>, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined
