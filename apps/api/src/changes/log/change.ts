import type { Project } from '../../domain/project.ts'
import type { Task } from '../../domain/task.ts'

export type ChangeType = 'created' | 'updated' | 'deleted'

/** A position in the change feed: the next tick, and the last change of it that precedes the position. */
export interface ChangePosition {
  tick: number
  /** Decimal digits. */
  id: string
}

/** Consecutive changes, and the position after them. */
export interface ChangePage {
  changes: Change[]
  end: ChangePosition
}

/** A change of a project or task. The deletion of a project includes its tasks. */
export interface Change {
  /** The position after the change. */
  position: ChangePosition
  type: ChangeType
  projectId: string
  /** Undefined for a change of the project itself. */
  taskId: string | undefined
  version: string
  /** ISO 8601 in UTC. */
  time: string
  /** The state after the change; undefined after a deletion. */
  project: Project | undefined
  task: Task | undefined
}
