/** A project or a task with its version. */
export interface Versioned<T> {
  resource: T
  /** A positive integer in decimal. Every change of the resource increments it. */
  version: string
}

/** The versions that a client expects a resource to have: those of a list, all but those of a list, or `any`. */
export type ExpectedVersions = readonly string[] | { except: readonly string[] } | 'any'

/** Whether a version is expected; each one is if none is given. */
export function matchesVersion(versions: ExpectedVersions | undefined, version: string): boolean {
  if (versions === undefined || versions === 'any') return true
  return 'except' in versions ? !versions.except.includes(version) : versions.includes(version)
}
