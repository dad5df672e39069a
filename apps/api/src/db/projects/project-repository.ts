import type { Project, ProjectDraft, ProjectPatch, ProjectStatus } from '../../domain/project.ts'
import type { TaskCounts } from '../../domain/task.ts'
import { type ExpectedVersions, matchesVersion, type Versioned } from '../../domain/version.ts'
import type { Write } from '../../domain/write.ts'
import { type ResourceRow, toVersioned } from '../columns.ts'
import { isUuid, keyOf, newId } from '../ids.ts'
import type { CompiledStatement, VersionCheck } from '../query/compiled-statement.ts'
import { executeWrite, type Target } from '../query/conditions.ts'
import type { Store } from '../store.ts'

import { CREATE, DELETE, FIND, FIND_WITH_COUNTS, PATCH, SET_STATUS, UPDATE } from './project-statements.ts'

export async function createProject(store: Store, draft: ProjectDraft): Promise<Versioned<Project>> {
  const { id, bucket } = keyOf(newId(store.newBucket))
  const [row] = await CREATE.execute(store, { id, bucket, ...draft }, 'none')
  const created = row && toVersioned<Project>(row)
  if (created === undefined) throw new TypeError('An insert returned no row')
  return created
}

export async function findProject(store: Store, id: string): Promise<Versioned<Project> | undefined> {
  if (!isUuid(id)) return undefined
  const [row] = await FIND.execute(store, keyOf(id), undefined)
  return row && toVersioned<Project>(row)
}

export async function findProjectWithCounts(
  store: Store,
  id: string,
): Promise<Versioned<Project & { taskCounts: TaskCounts }> | undefined> {
  if (!isUuid(id)) return undefined
  const [row] = await FIND_WITH_COUNTS.execute(store, keyOf(id), undefined)
  if (row === undefined) return undefined
  const { version, taskCounts, ...project } = row
  return {
    resource: { ...project, taskCounts: { TODO: 0, IN_PROGRESS: 0, DONE: 0, ...taskCounts } },
    version,
  }
}

type WriteRow = ResourceRow<Project> & { previousStatus: ProjectStatus; previousVersion: string }

/** Returns a function that executes a write to the project with an id, if it has one of the expected versions. */
const writer =
  <Input, Values>(
    statement: CompiledStatement<Values & Target, VersionCheck, WriteRow>,
    toValues: (input: Input) => Values,
  ) =>
  async (
    store: Store,
    id: string,
    input: Input,
    expected: ExpectedVersions | undefined,
  ): Promise<Write<Project>> => {
    if (!isUuid(id)) return { outcome: 'not-found' }
    const row = await executeWrite(statement, store, keyOf(id), toValues(input), expected)
    if (row === undefined) return { outcome: 'not-found' }
    const { previousStatus: status, previousVersion, ...after } = row
    const written = toVersioned<Project>(after)
    if (written !== undefined) return { outcome: 'written', ...written }
    return matchesVersion(expected, previousVersion)
      ? { outcome: 'read-only', projectId: id, status }
      : { outcome: 'other-version', version: previousVersion }
  }

/** Replaces the fields of a project if it is writable. */
export const updateProject = writer(UPDATE, (draft: ProjectDraft) => draft)

/** Changes the fields of a project that the patch has, if it is writable. */
export const patchProject = writer(PATCH, (patch: ProjectPatch) => ({ patch: JSON.stringify(patch) }))

/** Changes the status of a project. One that already has the status stays unchanged. */
export const setProjectStatus = writer(SET_STATUS, (status: ProjectStatus) => ({ status }))

/** Deletes a project and its tasks. */
export const deleteProject = writer(DELETE, (_: undefined) => ({}))
