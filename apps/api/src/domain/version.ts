/** A project or a task with its version. */
export interface Versioned<T> {
  resource: T
  /** A positive integer in decimal. Every change of the resource increments it. */
  version: string
}

/** The versions that a client expects a resource to have: any of a list, or `any` for every existing resource. */
export type ExpectedVersions = readonly string[] | 'any'

export function matchesVersion(versions: ExpectedVersions, version: string): boolean {
  return versions === 'any' || versions.includes(version)
}
