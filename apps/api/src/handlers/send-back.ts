import type { Store } from '../db/store.ts'
import {
  requireExpectedVersion,
  ResourceNotFound,
  type ResourceType,
  VersionMismatch,
} from '../domain/errors.ts'
import type { Project } from '../domain/project.ts'
import type { Task } from '../domain/task.ts'
import type { ExpectedVersions, Versioned } from '../domain/version.ts'
import { requireWritten, type Write } from '../domain/write.ts'
import { InvalidRequest } from '../problems/http-errors.ts'

import { toResourceResponse } from './handler.ts'

/** The members of a response that no client sets, in the order in which they are compared. */
type ReadOnlyMembers = Partial<
  Record<'id' | 'projectId' | 'createdAt' | 'updatedAt' | 'status', string | undefined>
>

export type Find<Resource> = (store: Store, id: string) => Promise<Versioned<Resource> | undefined>
type WriteExpected<Resource> = (expected: ExpectedVersions | undefined) => Promise<Write<Resource>>

/**
 * Returns a function that writes a project or a task if the read-only members that the client sends back have their current
 * values. It then writes the version that was compared, and compares again if that has changed since. It throws
 * InvalidRequest if another member has another value, and VersionMismatch if `updatedAt` has.
 */
export const sentBackWriter =
  <Resource extends Project | Task>(type: ResourceType, find: Find<Resource>) =>
  async (
    store: Store,
    id: string,
    { id: sentId, projectId, createdAt, updatedAt, status }: ReadOnlyMembers,
    expected: ExpectedVersions | undefined,
    write: WriteExpected<Resource>,
  ) => {
    const sent = { id: sentId, projectId, createdAt, updatedAt, status }
    const isSent = Object.values(sent).some((value) => value !== undefined)
    if (!isSent) return toResourceResponse(requireWritten(type, id, await write(expected)))
    for (;;) {
      const current = await find(store, id)
      if (current === undefined) throw new ResourceNotFound(type, id)
      requireExpectedVersion(type, id, current.version, expected)
      requireCurrent(type, id, sent, current)
      const written = await write({ check: 'in list', versions: [current.version] })
      if (written.outcome !== 'other-version') return toResourceResponse(requireWritten(type, id, written))
    }
  }

/** A status that has changed is not reported if the time of the last change has, too: that explains it. */
function requireCurrent(
  type: ResourceType,
  id: string,
  { updatedAt, status, ...others }: ReadOnlyMembers,
  { resource, version }: Versioned<Project | Task>,
): void {
  const differs = (members: ReadOnlyMembers) =>
    Object.entries(members).filter(
      ([name, value]) =>
        value !== undefined &&
        !isEqual(name, value, (resource as ReadOnlyMembers)[name as keyof ReadOnlyMembers] ?? ''),
    )
  const [first, ...rest] = differs(others).map(([field]) => ({
    field,
    message: 'cannot be changed; omit it or send its current value',
  }))
  if (first !== undefined) throw new InvalidRequest([first, ...rest])
  if (differs({ updatedAt }).length > 0) throw new VersionMismatch(type, id, version)
  if (differs({ status }).length > 0) {
    const message = `must be ${resource.status} or absent; ${type === 'Task' ? 'PATCH changes it' : 'archive and reactivate change it'}`
    throw new InvalidRequest([{ field: 'status', message }])
  }
}

/** Ids are compared without case, and timestamps as points in time. */
const isEqual = (name: string, sent: string, current: string): boolean =>
  name.endsWith('At')
    ? Date.parse(sent) === Date.parse(current)
    : sent.toLowerCase() === current.toLowerCase()
