/** A project or a task, and which version of it this is. */
export interface Versioned<T> {
  resource: T
  /** A whole number as text. Every change of the resource makes it another one. */
  version: string
}

/** The versions that a client takes: some of them, or any. */
export type Versions = readonly string[] | 'any'

/**
 * How projects and tasks are represented. A representation that gets another member is another one, though nothing
 * in the database has changed: it takes the next number.
 */
const REPRESENTATION = '1'

/** The entity tag of a version, as in the header ETag: strong, and opaque to clients. */
export function entityTagOf(version: string): string {
  return `"${REPRESENTATION}-${version}"`
}

const ENTITY_TAG = /(W\/)?"([^"]*)"/g

/** A version that the database can compare. */
const OWN_TAG = new RegExp(`^${REPRESENTATION}-([1-9]\\d{0,17})$`)

/**
 * The versions that a list of entity tags names, or `*`. A tag that this server never gave names none. A weak one
 * does so only in a weak comparison, which is for reading; a write needs a strong one.
 */
export function versionsIn(tags: string, comparison: 'weak' | 'strong'): Versions {
  if (tags === '*') return 'any'
  return [...tags.matchAll(ENTITY_TAG)].flatMap(([, weak, opaque = '']) => {
    const version = OWN_TAG.exec(opaque)?.[1]
    return version === undefined || (weak !== undefined && comparison === 'strong') ? [] : [version]
  })
}

export function includes(versions: Versions, version: string): boolean {
  return versions === 'any' || versions.includes(version)
}
