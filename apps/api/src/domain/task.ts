/** The states of a task, lowest rank first. */
export const TASK_STATUSES = ['TODO', 'IN_PROGRESS', 'DONE'] as const
export type TaskStatus = (typeof TASK_STATUSES)[number]

/** How urgent a task is, lowest rank first. */
export const TASK_PRIORITIES = ['LOW', 'MEDIUM', 'HIGH'] as const
export type TaskPriority = (typeof TASK_PRIORITIES)[number]

export interface Task {
  id: string
  projectId: string
  title: string
  description: string | null
  status: TaskStatus
  priority: TaskPriority
  /** An ISO-8601 date. */
  dueDate: string | null
  /** ISO-8601, in UTC, as the other moments. */
  createdAt: string
  updatedAt: string
}

/** The members of a task that a client sets. */
export type TaskDraft = Pick<Task, 'title' | 'description' | 'priority' | 'dueDate'>

export const INITIAL_TASK_STATUS: TaskStatus = 'TODO'
export const DEFAULT_TASK_PRIORITY: TaskPriority = 'MEDIUM'

/** The states that a task can move to from each state. Staying is not a move, and is always allowed. */
const TRANSITIONS: Record<TaskStatus, readonly TaskStatus[]> = {
  TODO: ['IN_PROGRESS', 'DONE'],
  IN_PROGRESS: ['TODO', 'DONE'],
  DONE: [],
}

/** The states from which a task can move to `to`. */
export function statusesBefore(to: TaskStatus): TaskStatus[] {
  return TASK_STATUSES.filter((from) => TRANSITIONS[from].includes(to))
}
