import { isWritable, type ProjectStatus } from '../../domain/project.ts'
import { statusesBefore, type Task, type TaskStatus } from '../../domain/task.ts'
import { type ExpectedVersions, matchesVersion } from '../../domain/version.ts'
import type { Write } from '../../domain/write.ts'
import type { ResourceRow } from '../columns.ts'

/**
 * What the statements of a write return. A new task has no previous state, and one that a concurrent transaction has
 * deleted has none either. The version is null if nothing was written.
 */
export type WriteRow = Partial<ResourceRow<Task>> & {
  version: string | null
  parentId: string
  projectStatus: ProjectStatus
  previousStatus?: TaskStatus | null
  previousVersion?: string | null
}

/** The statuses of a task that can get a status, or has it already. */
export const sourcesOf = (to: TaskStatus): TaskStatus[] => [to, ...statusesBefore(to)]

/**
 * The outcome of a write, by the first reason why nothing was written. That a task cannot move at all is more important
 * than its project: it could not after the project is reactivated, either.
 */
export function toWrite(
  row: WriteRow | undefined,
  expected: ExpectedVersions | undefined,
  to?: TaskStatus,
): Write<Task> {
  if (row === undefined) return { outcome: 'not-found' }
  const { parentId, projectStatus, previousStatus: from, previousVersion, version, ...task } = row
  if (version !== null) return { outcome: 'written', resource: task as Task, version }
  if (previousVersion && !matchesVersion(expected, previousVersion))
    return { outcome: 'other-version', version: previousVersion }
  const change = from && to ? { from, to } : undefined
  if (change && !sourcesOf(change.to).includes(change.from))
    return { outcome: 'transition-refused', ...change }
  return isWritable(projectStatus)
    ? { outcome: 'not-found' }
    : { outcome: 'read-only', projectId: parentId, status: projectStatus, change }
}
