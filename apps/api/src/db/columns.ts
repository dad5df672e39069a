import { type RawBuilder, sql, type SqlBool } from 'kysely'

import type { Project, ProjectDraft } from '../domain/project.ts'
import type { Task, TaskDraft, TaskPatch } from '../domain/task.ts'
import type { Versioned } from '../domain/version.ts'

import type { ProjectTable, TaskTable } from './schema.ts'

/** The column of each member of a project. */
export const PROJECT_COLUMNS = {
  id: 'id',
  name: 'name',
  description: 'description',
  status: 'status',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} as const satisfies Record<keyof Project, keyof ProjectTable>

/** The column of each member of a task. */
export const TASK_COLUMNS = {
  id: 'id',
  projectId: 'project_id',
  title: 'title',
  description: 'description',
  status: 'status',
  priority: 'priority',
  dueDate: 'due_date',
  createdAt: 'created_at',
  updatedAt: 'updated_at',
} as const satisfies Record<keyof Task, keyof TaskTable>

type Columns = Readonly<Record<string, string>>
type Selection<Table extends string, Map extends Columns> = {
  [Member in keyof Map & string]: `${Table}.${Map[Member]} as ${Member}`
}[keyof Map & string]

/** Selects the columns under the names of the members, so that a row is the resource. */
export const selection = <Table extends string, Map extends Columns>(
  table: Table,
  columns: Map,
): Selection<Table, Map>[] =>
  Object.entries(columns).map(
    ([member, column]) => `${table}.${column} as ${member}` as Selection<Table, Map>,
  )

/** The same, and the version. */
export const versioned = <Table extends string, Map extends Columns>(table: Table, columns: Map) => [
  ...selection(table, columns),
  `${table}.version` as const,
]

type Types<Draft> = Readonly<Record<keyof Draft & string, 'date' | 'text'>>

/** The columns that a client sets, as parameters. Each has a type, because an `insert … select` does not infer it. */
const draftOf =
  <Draft, Map extends { readonly [Member in keyof Draft]: string }>(columns: Map, types: Types<Draft>) =>
  (draft: Draft) =>
    Object.fromEntries(
      Object.entries<string>(types).map(([name, type]) => {
        const member = name as keyof Draft
        return [columns[member], sql`cast(${draft[member]} as ${sql.raw(type)})`]
      }),
    ) as { [Member in keyof Draft as Map[Member]]: RawBuilder<Draft[Member]> }

const PROJECT_TYPES: Types<ProjectDraft> = { name: 'text', description: 'text' }
export const TASK_TYPES: Types<TaskDraft> = {
  title: 'text',
  description: 'text',
  priority: 'text',
  dueDate: 'date',
}

export const projectDraft = draftOf<ProjectDraft, typeof PROJECT_COLUMNS>(PROJECT_COLUMNS, PROJECT_TYPES)
export const taskDraft = draftOf<TaskDraft, typeof TASK_COLUMNS>(TASK_COLUMNS, TASK_TYPES)

/**
 * The columns that `target.patch`, a JSON object, may change: each has its value there, or keeps its own. A date is parsed in
 * `target`, because Citus calls no functions in an update that depend on settings.
 */
function patchOf(table: 'projects' | 'tasks', columns: Columns, types: Readonly<Record<string, string>>) {
  const values = Object.entries(types).map(([member, type]) => {
    const column = sql.ref(`${table}.${columns[member] ?? ''}`)
    const value = type === 'text' ? sql`target.patch ->> ${sql.lit(member)}` : sql.ref(`target.${member}`)
    const patched = sql`case when target.patch ? ${sql.lit(member)} then ${value} else ${column} end`
    return [columns[member] ?? '', column, patched] as const
  })
  const [before, after] = [values.map(([, column]) => column), values.map(([, , patched]) => patched)]
  const parsed = Object.entries(types).filter(([, type]) => type !== 'text')
  return {
    /** The values of a patch for `target`. */
    read: (patch: string) => {
      const object = sql`cast(${patch} as jsonb)`
      return [
        object.as('patch'),
        ...parsed.map(([member, type]) =>
          sql`cast(${object} ->> ${sql.lit(member)} as ${sql.raw(type)})`.as(member as 'patch'),
        ),
      ]
    },
    set: Object.fromEntries(values.map(([name, , patched]) => [name, patched])) as Record<
      string,
      RawBuilder<never>
    >,
    /** Whether the patch changes nothing. */
    isSame: sql<SqlBool>`(${sql.join(before)}) is not distinct from (${sql.join(after)})`,
  }
}

export const PROJECT_PATCH = patchOf('projects', PROJECT_COLUMNS, PROJECT_TYPES)
export const TASK_PATCH = patchOf('tasks', TASK_COLUMNS, {
  ...TASK_TYPES,
  status: 'text',
} satisfies Types<TaskPatch>)

/** The columns of a row with a resource. All are null if an outer join did not match. */
export type ResourceRow<Resource> = { [Member in keyof Resource]: Resource[Member] | null } & {
  version: string | null
}

/** Returns undefined for the columns of a row that an outer join did not match. */
export function toVersioned<Resource extends { id: string }>({
  version,
  ...resource
}: ResourceRow<Resource>): Versioned<Resource> | undefined {
  return version === null ? undefined : { resource: resource as unknown as Resource, version }
}
