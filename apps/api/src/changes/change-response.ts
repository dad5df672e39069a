import { formatEntityTag } from '../http/responses/entity-tags.ts'
import type { components } from '../openapi/types.ts'

import type { Change, ChangePosition } from './log/change.ts'

type ChangeResponse = components['schemas']['Change']

export function toChangeResponse(change: Change, epoch: string): ChangeResponse {
  const { position, type, projectId, taskId, version, time, project, task } = change
  return {
    cursor: formatPosition(position, epoch),
    type,
    resourceType: taskId === undefined ? 'Project' : 'Task',
    id: taskId ?? projectId,
    projectId,
    time,
    ...(type !== 'deleted' && { etag: formatEntityTag(version, epoch) }),
    ...(project && { project }),
    ...(task && { task }),
  }
}

/** Clients must treat a cursor as opaque. */
export const formatPosition = ({ tick, id }: ChangePosition, epoch: string): string =>
  epoch === '' ? `${tick}-${id}` : `${tick}-${id}-${epoch}`

/** Parses a cursor that has been validated. Returns undefined if it is of another epoch of the database. */
export function parsePosition(cursor: string, epoch: string): ChangePosition | undefined {
  const [tick = '', id = '', cursorEpoch = ''] = cursor.split('-')
  return cursorEpoch === epoch ? { tick: Number(tick), id } : undefined
}
