/** All task statuses, in ascending sort order. */
export const TASK_STATUSES = ['TODO', 'IN_PROGRESS', 'DONE'] as const
export type TaskStatus = (typeof TASK_STATUSES)[number]

/** All task priorities, in ascending sort order. */
export const TASK_PRIORITIES = ['LOW', 'MEDIUM', 'HIGH'] as const
export type TaskPriority = (typeof TASK_PRIORITIES)[number]

export interface Task {
  id: string
  projectId: string
  title: string
  description: string | null
  status: TaskStatus
  priority: TaskPriority
  /** An ISO 8601 date. */
  dueDate: string | null
  /** ISO 8601 in UTC, as is `updatedAt`. */
  createdAt: string
  updatedAt: string
}

/** The fields of a task that a client sets. */
export type TaskDraft = Omit<Task, 'id' | 'projectId' | 'status' | 'createdAt' | 'updatedAt'>

/** The members of a task that a patch changes. */
export type TaskPatch = Partial<TaskDraft & Pick<Task, 'status'>>

/** The number of tasks of a project. */
export type TaskCounts = Record<TaskStatus, number>

export const INITIAL_TASK_STATUS: TaskStatus = 'TODO'
export const DEFAULT_TASK_PRIORITY: TaskPriority = 'MEDIUM'

/** The allowed status transitions. Setting the status that a task already has is not a transition and is always allowed. */
const TRANSITIONS: Record<TaskStatus, readonly TaskStatus[]> = {
  TODO: ['IN_PROGRESS', 'DONE'],
  IN_PROGRESS: ['TODO', 'DONE'],
  DONE: [],
}

/** The statuses from which a task can move to `to`. */
export const statusesBefore = (to: TaskStatus): TaskStatus[] =>
  TASK_STATUSES.filter((from) => TRANSITIONS[from].includes(to))
