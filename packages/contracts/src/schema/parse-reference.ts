import type { Pointer } from '../pointer.ts'

/** The two parts of a `$ref`: the schema it names (`""` for its own) and the place in it. */
export interface Reference {
  readonly name: string
  readonly pointer: Pointer
}

/** Undefined where the part after `#` is no JSON Pointer. */
export function parseReference(reference: string): Reference | undefined {
  const hash = reference.indexOf('#')
  const name = (hash === -1 ? reference : reference.slice(0, hash)).replace(/^\.\//, '')
  const pointer = hash === -1 ? '' : decoded(reference.slice(hash + 1))
  return pointer === undefined || !/^(\/|$)/.test(pointer) ? undefined : { name, pointer }
}

function decoded(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return undefined
  }
}
