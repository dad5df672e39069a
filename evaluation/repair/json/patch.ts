import { isDeepStrictEqual } from 'node:util'

import { lastSegment, parentPointer, valueAt } from './pointer.ts'
import { isMembers } from './values.ts'

/** An operation of a JSON Patch (RFC 6902). */
export interface PatchOperation {
  readonly op: string
  readonly path: string
  readonly from?: string
  readonly value?: unknown
}

/**
 * Applies the operations to a copy of the value, and returns the copy.
 * @throws {RangeError} if one of them cannot be applied.
 */
export function applyPatch(value: unknown, operations: readonly PatchOperation[]): unknown {
  let root = structuredClone(value)
  for (const operation of operations) root = apply(root, operation)
  return root
}

function apply(root: unknown, { op, path, from = '', value }: PatchOperation): unknown {
  switch (op) {
    case 'add':
      return put(root, path, structuredClone(value), 'add')
    case 'replace':
      require(root, path)
      return put(root, path, structuredClone(value), 'replace')
    case 'remove':
      return remove(root, path)
    case 'move': {
      const moved = require(root, from)
      return put(remove(root, from), path, moved, 'add')
    }
    case 'copy':
      return put(root, path, structuredClone(require(root, from)), 'add')
    case 'test':
      if (!isDeepStrictEqual(require(root, path), value)) throw new RangeError(`The test of ${path} failed`)
      return root
    default:
      throw new RangeError(`Unknown operation ${op}`)
  }
}

function require(root: unknown, pointer: string): unknown {
  const value = valueAt(root, pointer)
  if (value === undefined) throw new RangeError(`There is no value at ${pointer}`)
  return value
}

function put(root: unknown, pointer: string, value: unknown, mode: 'add' | 'replace'): unknown {
  if (pointer === '') return value
  const container = valueAt(root, parentPointer(pointer))
  const segment = lastSegment(pointer)
  if (Array.isArray(container)) {
    const index = segment === '-' ? container.length : Number(segment)
    if (!(index >= 0 && index <= container.length)) throw new RangeError(`There is no index ${pointer}`)
    container.splice(index, mode === 'replace' ? 1 : 0, value)
  } else if (isMembers(container)) container[segment] = value
  else throw new RangeError(`There is no object or array at ${parentPointer(pointer)}`)
  return root
}

function remove(root: unknown, pointer: string): unknown {
  require(root, pointer)
  if (pointer === '') return undefined
  const container = valueAt(root, parentPointer(pointer))
  const segment = lastSegment(pointer)
  if (Array.isArray(container)) container.splice(Number(segment), 1)
  else Reflect.deleteProperty(container as object, segment)
  return root
}
