/** The states of a project, lowest rank first. */
export const PROJECT_STATUSES = ['ACTIVE', 'ARCHIVED'] as const
export type ProjectStatus = (typeof PROJECT_STATUSES)[number]

export interface Project {
  id: string
  name: string
  description: string | null
  status: ProjectStatus
  /** ISO-8601, in UTC, as the other moments. */
  createdAt: string
  updatedAt: string
}

/** The members of a project that a client sets. */
export type ProjectDraft = Pick<Project, 'name' | 'description'>

export const INITIAL_PROJECT_STATUS: ProjectStatus = 'ACTIVE'

/** Where each command takes a project, whatever state it is in. */
export const PROJECT_COMMANDS = {
  archive: 'ARCHIVED',
  reactivate: 'ACTIVE',
} as const satisfies Record<string, ProjectStatus>

const WRITABLE: Record<ProjectStatus, boolean> = { ACTIVE: true, ARCHIVED: false }

/** The states in which a project and its tasks may be changed. */
export const WRITABLE_PROJECT_STATUSES: readonly ProjectStatus[] = PROJECT_STATUSES.filter(isWritable)

export function isWritable(status: ProjectStatus): boolean {
  return WRITABLE[status]
}
