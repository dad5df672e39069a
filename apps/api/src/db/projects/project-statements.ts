import { type QueryCreator, type Selectable, sql } from 'kysely'

import {
  INITIAL_PROJECT_STATUS,
  type ProjectDraft,
  type ProjectStatus,
  WRITABLE_PROJECT_STATUSES,
} from '../../domain/project.ts'
import { PROJECT_COLUMNS, projectDraft, selection, versioned } from '../columns.ts'
import { compileOnce, compiler } from '../query/compiled-statement.ts'
import { hasExpectedVersion, hasId, recorded, type Target, type WriteVariant } from '../query/conditions.ts'
import { changed, changedUnless } from '../query/set-changed.ts'
import type { Database, ProjectTable } from '../schema.ts'

/** The tables and CTEs of a write. */
interface WriteTables extends Database {
  target: Selectable<Pick<ProjectTable, 'id' | 'status' | 'version'>>
  written: Selectable<Omit<ProjectTable, 'status_rank'>>
}

const RETURNING = versioned('projects', PROJECT_COLUMNS)

/** The CTE `target`: the project, locked for an update. */
const lockTarget = (id: string) =>
  compiler.with('target', (db) =>
    db
      .selectFrom('projects')
      .select(['id', 'status', 'version'])
      .where(hasId('projects', id))
      .forNoKeyUpdate(),
  )

/** Completes a write, whose CTE `written` returns the row unless nothing was written. */
const complete = (
  db: QueryCreator<WriteTables>,
  type: 'created' | 'updated' | 'deleted',
  variant: WriteVariant,
) =>
  recorded(db, 'projects', type, variant)
    .selectFrom('target')
    .leftJoin('written', 'written.id', 'target.id')
    .select(['target.status as previousStatus', 'target.version as previousVersion'])
    .select(selection('written', PROJECT_COLUMNS))
    .select('written.version')

export const FIND = compileOnce(
  ({ id }: { id: string }) =>
    compiler
      .selectFrom('projects')
      .select(selection('projects', PROJECT_COLUMNS))
      .select('version')
      .where(hasId('projects', id)),
  () => true,
)

export const CREATE = compileOnce(
  (values: ProjectDraft & { id: string }, variant: Pick<WriteVariant, 'record'>) => {
    const db = compiler.with('written', (creator) =>
      creator
        .insertInto('projects')
        .values({ id: values.id, status: INITIAL_PROJECT_STATUS, ...projectDraft(values) })
        .returning(RETURNING),
    )
    return recorded(db, 'projects', 'created', variant)
      .selectFrom('written')
      .select(selection('written', PROJECT_COLUMNS))
      .select('version')
  },
)

export const UPDATE = compileOnce((values: ProjectDraft & Target, variant: WriteVariant) =>
  complete(
    lockTarget(values.id).with('written', (db) =>
      db
        .updateTable('projects')
        .from('target')
        .set({ ...projectDraft(values), ...changed('projects') })
        .where(hasId('projects', values.id))
        .where('target.status', 'in', WRITABLE_PROJECT_STATUSES)
        .where(hasExpectedVersion(values.versions, variant.check))
        .returning(RETURNING),
    ),
    'updated',
    variant,
  ),
)

export const SET_STATUS = compileOnce(
  ({ id, versions, status }: Target & { status: ProjectStatus }, variant: WriteVariant) =>
    complete(
      lockTarget(id).with('written', (db) =>
        db
          .updateTable('projects')
          .from('target')
          .set({ status, ...changedUnless('projects', sql`target.status = ${status}`) })
          .where(hasId('projects', id))
          .where(hasExpectedVersion(versions, variant.check))
          .returning(RETURNING),
      ),
      'updated',
      variant,
    ),
)

export const DELETE = compileOnce(({ id, versions }: Target, variant: WriteVariant) =>
  complete(
    lockTarget(id).with('written', (db) =>
      db
        .deleteFrom('projects')
        .using('target')
        .where(hasId('projects', id))
        .where(hasExpectedVersion(versions, variant.check))
        .returning(RETURNING),
    ),
    'deleted',
    variant,
  ),
)
