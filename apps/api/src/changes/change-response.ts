import { formatEntityTag } from '../http/responses/entity-tags.ts'
import type { components } from '../openapi/types.ts'

import type { Change, ChangePosition } from './log/change.ts'
import { PROJECT_STATE, TASK_STATE } from './log/record-change.ts'

type ChangeResponse = components['schemas']['Change']

export function toChangeResponse(change: Change, epoch: string): ChangeResponse {
  const { position, type, project_id: projectId, task_id: taskId, changed_at: time } = change
  const isProject = taskId === null
  const state = isProject
    ? { project: { id: projectId, ...stateOf(change, PROJECT_STATE) } }
    : { task: { id: taskId, projectId, ...stateOf(change, TASK_STATE) } }
  return {
    cursor: formatPosition(position, epoch),
    type,
    resourceType: isProject ? 'Project' : 'Task',
    id: taskId ?? projectId,
    projectId,
    time,
    ...(type !== 'deleted' && { etag: formatEntityTag(change.version), ...(state as object) }),
  }
}

const stateOf = (change: Change, columns: Readonly<Record<string, keyof Change>>): object =>
  Object.fromEntries(Object.entries(columns).map(([member, column]) => [member, change[column]]))

/** Clients must treat a cursor as opaque. */
export const formatPosition = ({ tick, id }: ChangePosition, epoch: string): string =>
  epoch === '' ? `${tick}-${id}` : `${tick}-${id}-${epoch}`

/** Parses a cursor that has been validated. Returns undefined if it is of another epoch of the database. */
export function parsePosition(cursor: string, epoch: string): ChangePosition | undefined {
  const [tick = '', id = '', cursorEpoch = ''] = cursor.split('-')
  return cursorEpoch === epoch ? { tick: Number(tick), id } : undefined
}
