/** A change of an artifact at a JSON Pointer: sets a member or an item, or removes it. */
export type Edit =
  | { readonly set: string; readonly to: unknown; readonly times?: number }
  | { readonly remove: string }

/** Returns a copy of the artifact with the edits applied in order. */
export const edited = (artifact: unknown, edits: readonly Edit[]): unknown =>
  edits.reduce((value, edit) => ('remove' in edit ? remove(value, edit.remove) : set(value, edit)), artifact)

const set = (artifact: unknown, { set: pointer, to, times }: Extract<Edit, { set: string }>): unknown =>
  replaceAt(artifact, segmentsOf(pointer), () => (times === undefined ? to : String(to).repeat(times)))

function remove(artifact: unknown, pointer: string): unknown {
  const segments = segmentsOf(pointer)
  const last = segments.at(-1)
  return replaceAt(artifact, segments.slice(0, -1), (holder) => {
    if (Array.isArray(holder)) return (holder as unknown[]).filter((_, index) => String(index) !== last)
    return Object.fromEntries(Object.entries(holder as object).filter(([name]) => name !== last))
  })
}

/** Returns the value at a JSON Pointer, or undefined if there is none. Ignores inherited members. */
export const valueAt = (value: unknown, pointer: string): unknown =>
  segmentsOf(pointer).reduce<unknown>(
    (at, segment) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, segment)
        ? (at as Record<string, unknown>)[segment]
        : undefined,
    value,
  )

export const tokenOf = (segment: string | number): string =>
  `/${String(segment).replaceAll('~', '~0').replaceAll('/', '~1')}`

const segmentsOf = (pointer: string): string[] =>
  pointer
    .split('/')
    .slice(1)
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))

/** Uses `Object.fromEntries`, which creates an own member for every name: an assignment to `__proto__` would not. */
function replaceAt(value: unknown, [segment, ...rest]: string[], change: (old: unknown) => unknown): unknown {
  if (segment === undefined) return change(value)
  if (Array.isArray(value)) {
    const items: unknown[] = [...(value as unknown[])]
    items[Number(segment)] = replaceAt(items[Number(segment)], rest, change)
    return items
  }
  if (typeof value !== 'object' || value === null)
    throw new Error(`Cannot change the member ${segment} of a value that is not an object`)
  const old = Object.hasOwn(value, segment) ? (value as Record<string, unknown>)[segment] : undefined
  const members = new Map(Object.entries(value)).set(segment, replaceAt(old, rest, change))
  return Object.fromEntries(members)
}
