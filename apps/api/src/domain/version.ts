/** A project or a task with its version. */
export interface Versioned<T> {
  resource: T
  /** A positive integer in decimal. Every change of the resource increments it. */
  version: string
}

/** The versions that a client expects a resource to have: those of a list, or all others. */
export interface ExpectedVersions {
  check: 'in list' | 'not in list'
  versions: readonly string[]
}

/** Whether a version is expected; each one is if none is given. */
export const matchesVersion = (expected: ExpectedVersions | undefined, version: string): boolean =>
  expected === undefined || expected.versions.includes(version) === (expected.check === 'in list')
