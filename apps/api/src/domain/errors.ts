import type { ProjectStatus } from './project.ts'
import type { TaskStatus } from './task.ts'
import { matchesVersion, type ExpectedVersions } from './version.ts'

export type ResourceType = 'Project' | 'Task'

/** The addressed project or task does not exist. */
export class ResourceNotFound extends Error {
  override name = 'ResourceNotFound'
  readonly resourceType: ResourceType
  readonly identifier: string

  constructor(resourceType: ResourceType, identifier: string) {
    super(`${resourceType} ${identifier} does not exist`)
    this.resourceType = resourceType
    this.identifier = identifier
  }
}

/** A request that the state of a project or a task forbids; `from` and `to` are the states concerned. */
export class RuleViolation extends Error {
  override name = 'RuleViolation'
  readonly from: ProjectStatus | TaskStatus
  readonly to: ProjectStatus | TaskStatus

  constructor(message: string, from: ProjectStatus | TaskStatus, to: ProjectStatus | TaskStatus) {
    super(message)
    this.from = from
    this.to = to
  }
}

/** The project or task is not of a version that the client expects; `version` is the one that it is of. */
export class VersionMismatch extends Error {
  override name = 'VersionMismatch'
  readonly version: string

  constructor(resourceType: ResourceType, identifier: string, version: string) {
    super(`${resourceType} ${identifier} is not of the version that If-Match names; read it again`)
    this.version = version
  }
}

/** Throws VersionMismatch unless the version is one that is expected. */
export function requireExpectedVersion(
  resourceType: ResourceType,
  identifier: string,
  version: string,
  expected: ExpectedVersions | undefined,
): void {
  if (expected !== undefined && !matchesVersion(expected, version)) {
    throw new VersionMismatch(resourceType, identifier, version)
  }
}

/** The project is read-only in the state that it has, which is both `from` and `to`: a write would leave it there. */
export function projectIsReadOnly(projectId: string, status: ProjectStatus): RuleViolation {
  return new RuleViolation(
    `Project ${projectId} is ${status} and read-only; reactivate it first`,
    status,
    status,
  )
}

export function transitionNotAllowed(from: TaskStatus, to: TaskStatus): RuleViolation {
  return new RuleViolation(`A task cannot move from ${from} to ${to}`, from, to)
}

/** The store cannot be reached, or cannot answer now. Whether a write was done is not known. */
export class StoreUnavailable extends Error {
  override name = 'StoreUnavailable'
}
