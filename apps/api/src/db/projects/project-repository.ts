import type { ListPage, PageRequest, ProjectSortField } from '../../domain/page.ts'
import type { Project, ProjectDraft, ProjectStatus } from '../../domain/project.ts'
import type { ExpectedVersions, Versioned } from '../../domain/version.ts'
import { type ResourceRow, toVersioned } from '../columns.ts'
import { isUuid, keyOf, newId } from '../ids.ts'
import type { CompiledStatement } from '../query/compiled-statement.ts'
import { filterVariant } from '../query/filters.ts'
import { executeWrite, type Target, type WriteVariant } from '../query/conditions.ts'
import type { Store } from '../store.ts'

import { type ProjectFilter, readProjectPage } from './project-list.ts'
import { CREATE, DELETE, FIND, SET_STATUS, UPDATE } from './project-statements.ts'

/** The result of a write to a project that exists. */
export interface ProjectWrite {
  /** The project after the write; undefined if nothing was written. */
  project: Versioned<Project> | undefined
  previousStatus: ProjectStatus
  previousVersion: string
}

export async function createProject(store: Store, draft: ProjectDraft): Promise<Versioned<Project>> {
  const { id, bucket } = keyOf(newId())
  const [row] = await CREATE.execute(store, { id, bucket, ...draft }, { record: store.recordsChanges })
  const created = row && toVersioned<Project>(row)
  if (created === undefined) throw new TypeError('An insert returned no row')
  return created
}

export async function findProject(store: Store, id: string): Promise<Versioned<Project> | undefined> {
  if (!isUuid(id)) return undefined
  const [row] = await FIND.execute(store, keyOf(id), undefined)
  return row && toVersioned<Project>(row)
}

export async function listProjects(
  store: Store,
  filter: ProjectFilter,
  request: PageRequest<ProjectSortField>,
): Promise<ListPage<Project>> {
  const page = await readProjectPage(store, request, filter, filterVariant(filter))
  return page ?? { items: [], total: 0 }
}

/**
 * Replaces the fields of a project if it is writable and has one of the expected versions. Returns undefined if the
 * project does not exist.
 */
export const updateProject = (
  store: Store,
  id: string,
  draft: ProjectDraft,
  expected: ExpectedVersions | undefined,
): Promise<ProjectWrite | undefined> => write(UPDATE, store, id, draft, expected)

/**
 * Changes the status of a project if it has one of the expected versions. A project that already has the status stays
 * unchanged. Returns undefined if the project does not exist.
 */
export const setProjectStatus = (
  store: Store,
  id: string,
  status: ProjectStatus,
  expected: ExpectedVersions | undefined,
): Promise<ProjectWrite | undefined> => write(SET_STATUS, store, id, { status }, expected)

/**
 * Deletes a project and its tasks if it has one of the expected versions. Returns undefined if the project does not
 * exist.
 */
export const deleteProject = (
  store: Store,
  id: string,
  expected: ExpectedVersions | undefined,
): Promise<ProjectWrite | undefined> => write(DELETE, store, id, {}, expected)

type WriteRow = ResourceRow<Project> & Omit<ProjectWrite, 'project'>

async function write<Values>(
  statement: CompiledStatement<Values & Target, WriteVariant, WriteRow>,
  store: Store,
  id: string,
  values: Values,
  expected: ExpectedVersions | undefined,
): Promise<ProjectWrite | undefined> {
  if (!isUuid(id)) return undefined
  const written = await executeWrite(statement, store, keyOf(id), values, expected)
  if (written === undefined) return undefined
  const { previousStatus, previousVersion, ...row } = written
  return { project: toVersioned<Project>(row), previousStatus, previousVersion }
}
