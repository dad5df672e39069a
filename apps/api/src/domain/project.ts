/** All project statuses, in ascending sort order. */
export const PROJECT_STATUSES = ['ACTIVE', 'ARCHIVED'] as const
export type ProjectStatus = (typeof PROJECT_STATUSES)[number]

export interface Project {
  id: string
  name: string
  description: string | null
  status: ProjectStatus
  /** ISO 8601 in UTC, as is `updatedAt`. */
  createdAt: string
  updatedAt: string
}

/** The fields of a project that a client sets. */
export type ProjectDraft = Omit<Project, 'id' | 'status' | 'createdAt' | 'updatedAt'>

/** The members of a project that a patch changes. */
export type ProjectPatch = Partial<ProjectDraft>

export const INITIAL_PROJECT_STATUS: ProjectStatus = 'ACTIVE'

const WRITABLE: Record<ProjectStatus, boolean> = { ACTIVE: true, ARCHIVED: false }

/** The statuses in which a project and its tasks can be changed. */
export const WRITABLE_PROJECT_STATUSES: readonly ProjectStatus[] = PROJECT_STATUSES.filter(isWritable)

export function isWritable(status: ProjectStatus): boolean {
  return WRITABLE[status]
}
