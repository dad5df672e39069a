import { ResourceNotFound, type ResourceType, RuleViolation, VersionMismatch } from './errors.ts'
import type { ProjectStatus } from './project.ts'
import type { TaskStatus } from './task.ts'
import type { Versioned } from './version.ts'

/** A change of the status of a task. */
interface StatusChange {
  from: TaskStatus
  to: TaskStatus
}

/** The outcome of a write to a project or a task. */
export type Write<Resource> =
  | ({ outcome: 'written' } & Versioned<Resource>)
  | { outcome: 'not-found' }
  | { outcome: 'other-version'; version: string }
  | { outcome: 'read-only'; projectId: string; status: ProjectStatus; change?: StatusChange | undefined }
  | ({ outcome: 'transition-refused' } & StatusChange)

/** Returns the written resource. If nothing was written, throws the reason as a domain error. */
export function requireWritten<Resource>(
  resourceType: ResourceType,
  identifier: string,
  write: Write<Resource>,
): Versioned<Resource> {
  switch (write.outcome) {
    case 'written':
      return write
    case 'not-found':
      throw new ResourceNotFound(resourceType, identifier)
    case 'other-version':
      throw new VersionMismatch(resourceType, identifier, write.version)
    case 'read-only':
      throw projectIsReadOnly(write)
    case 'transition-refused':
      throw new RuleViolation(`A task cannot move from ${write.from} to ${write.to}`, write.from, write.to)
  }
}

/** A write that changes no status has that of the project as `from` and `to`. */
function projectIsReadOnly({
  projectId,
  status,
  change,
}: Write<never> & { outcome: 'read-only' }): RuleViolation {
  const { from, to } = change ?? { from: status, to: status }
  return new RuleViolation(`Project ${projectId} is ${status} and read-only; reactivate it first`, from, to)
}
