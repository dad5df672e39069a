import type { ProjectStatus } from './project.ts'
import type { TaskStatus } from './task.ts'
import { type ExpectedVersions, matchesVersion } from './version.ts'

export type ResourceType = 'Project' | 'Task'

/** The errors of this file by their names. Each has its problem in `problems/to-problem.ts`. */
export interface DomainErrors {
  ResourceNotFound: ResourceNotFound
  RuleViolation: RuleViolation
  VersionMismatch: VersionMismatch
  StoreUnavailable: StoreUnavailable
}

export abstract class DomainError extends Error {
  abstract override readonly name: keyof DomainErrors
}

/** The project or task with this id does not exist. */
export class ResourceNotFound extends DomainError {
  override readonly name = 'ResourceNotFound'
  readonly resourceType: ResourceType
  readonly identifier: string

  constructor(resourceType: ResourceType, identifier: string) {
    super(`${resourceType} ${identifier} does not exist`)
    this.resourceType = resourceType
    this.identifier = identifier
  }
}

/** The status of a project or a task does not allow the request. `from` is its status, `to` the requested one. */
export class RuleViolation extends DomainError {
  override readonly name = 'RuleViolation'
  readonly from: ProjectStatus | TaskStatus
  readonly to: ProjectStatus | TaskStatus

  constructor(message: string, from: ProjectStatus | TaskStatus, to: ProjectStatus | TaskStatus) {
    super(message)
    this.from = from
    this.to = to
  }
}

/** The project or task has another version than the client expects. `version` is the current one. */
export class VersionMismatch extends DomainError {
  override readonly name = 'VersionMismatch'
  readonly version: string

  constructor(resourceType: ResourceType, identifier: string, version: string) {
    super(`${resourceType} ${identifier} does not have the expected version; read it again`)
    this.version = version
  }
}

/** Throws VersionMismatch unless `version` is one of the expected versions. */
export function requireExpectedVersion(
  resourceType: ResourceType,
  identifier: string,
  version: string,
  expected: ExpectedVersions | undefined,
): void {
  if (!matchesVersion(expected, version)) throw new VersionMismatch(resourceType, identifier, version)
}

/** The database cannot be reached, or cannot answer now. It is unknown whether a write was committed. */
export class StoreUnavailable extends DomainError {
  override readonly name = 'StoreUnavailable'
}
