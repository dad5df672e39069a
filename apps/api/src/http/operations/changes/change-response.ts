import type { Change, ChangePosition } from '../../../domain/change.ts'
import type { components } from '../../../openapi/types.ts'
import { formatEntityTag } from '../../responses/entity-tags.ts'

type ChangeResponse = components['schemas']['Change']

export function toChangeResponse(change: Change): ChangeResponse {
  const { position, type, projectId, taskId, version, time, project, task } = change
  return {
    cursor: formatPosition(position),
    type,
    resourceType: taskId === undefined ? 'Project' : 'Task',
    id: taskId ?? projectId,
    projectId,
    time,
    ...(type !== 'deleted' && { etag: formatEntityTag(version) }),
    ...(project && { project }),
    ...(task && { task }),
  }
}

/** Clients must treat a cursor as opaque. */
export const formatPosition = ({ tick, id }: ChangePosition): string => `${tick}-${id}`

/** Parses a cursor that has been validated. */
export function parsePosition(cursor: string): ChangePosition {
  const [tick = '', id = ''] = cursor.split('-')
  return { tick: Number(tick), id }
}
