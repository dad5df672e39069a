import type { Pointer } from '@workbench/json-text'

/** The two parts of a `$ref`: the name of a schema, `""` for the schema that contains it, and the location in it. */
interface Reference {
  readonly name: string
  readonly pointer: Pointer
}

/** Returns undefined if the part after `#` is not a JSON Pointer. */
export function parseReference(reference: string): Reference | undefined {
  const hash = reference.indexOf('#')
  const name = (hash === -1 ? reference : reference.slice(0, hash)).replace(/^\.\//, '')
  const pointer = hash === -1 ? '' : decodeFragment(reference.slice(hash + 1))
  return pointer === undefined || !/^(\/|$)/.test(pointer) ? undefined : { name, pointer }
}

function decodeFragment(fragment: string): string | undefined {
  try {
    return decodeURIComponent(fragment)
  } catch {
    return undefined
  }
}
