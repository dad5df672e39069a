import { type CompiledQuery, Kysely, sql } from 'kysely'
import pg from 'pg'

import { openStore } from '../../src/db/driver/connection-pool.ts'
import { PortableDialect } from '../../src/db/driver/portable-dialect.ts'
import type { Database } from '../../src/db/schema.ts'
import { Store } from '../../src/db/store.ts'
import type { ProjectSortField, TaskSortField } from '../../src/domain/page.ts'
import type { HandlerResponse } from '../../src/routes/handler.ts'
import { handlers } from '../../src/routes/index.ts'

import { startApi, type Task, type TestApi } from '../support/requests/api.ts'
import { ABSENT_ID, makeProject, makeTask } from '../support/requests/make.ts'

let api: TestApi
let store: Store
let projectId: string
let task: Task
let planner: pg.Client
let statements: CompiledQuery[] = []

beforeAll(async () => {
  api = await startApi()
  // A date stays text, as in the pool of the server.
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.DATE, (value) => value)
  const pool = new pg.Pool({ connectionString: api.databaseUrl, max: 1, types })
  const db = new Kysely<Database>({
    dialect: new PortableDialect({ pool }),
    log: ({ query }) => {
      statements.push(query)
    },
  })
  store = new Store(db, { recordsChanges: false })
  planner = new pg.Client({
    connectionString: api.databaseUrl,
    options: '-c enable_seqscan=off -c enable_sort=off -c enable_bitmapscan=off',
  })
  await planner.connect()
  projectId = (await makeProject(api)).id
  task = await makeTask(api, projectId)
  for (let i = 0; i < 5; i++) await makeTask(api, projectId)
})
afterAll(async () => {
  await planner.end()
  await store.close()
  await api.stop()
})

async function statementsDuring(work: () => Promise<unknown>): Promise<CompiledQuery[]> {
  statements = []
  await work().catch((error: unknown) => error)
  return [...statements]
}

const body = { name: 'a' }
const taskBody = { title: 'a' } as never
const query = {}

describe('number of statements', () => {
  const operations: [keyof typeof handlers, (id: string) => Promise<unknown>][] = [
    ['createProject', () => handlers.createProject(store, { path: {}, query, body })],
    ['getProject', (id) => handlers.getProject(store, { path: { id }, query, body: undefined })],
    ['updateProject', (id) => handlers.updateProject(store, { path: { id }, query, body })],
    ['archiveProject', (id) => handlers.archiveProject(store, { path: { id }, query, body: undefined })],
    ['updateProject', (id) => handlers.updateProject(store, { path: { id }, query, body })],
    [
      'reactivateProject',
      (id) => handlers.reactivateProject(store, { path: { id }, query, body: undefined }),
    ],
    ['createTask', (id) => handlers.createTask(store, { path: { projectId: id }, query, body: taskBody })],
    [
      'deleteProject',
      () => handlers.deleteProject(store, { path: { id: ABSENT_ID }, query, body: undefined }),
    ],
  ]
  test.each(operations)('%s executes one statement', async (_operation, work) => {
    expect(await statementsDuring(() => work(projectId))).toHaveLength(1)
  })

  const taskOperations: [keyof typeof handlers, (id: string) => Promise<unknown>][] = [
    ['getTask', (id) => handlers.getTask(store, { path: { id }, query, body: undefined })],
    ['updateTask', (id) => handlers.updateTask(store, { path: { id }, query, body: taskBody })],
    [
      'updateTaskStatus',
      (id) => handlers.updateTaskStatus(store, { path: { id }, query, body: { status: 'DONE' } }),
    ],
    [
      'updateTaskStatus',
      (id) => handlers.updateTaskStatus(store, { path: { id }, query, body: { status: 'TODO' } }),
    ],
    ['deleteTask', (id) => handlers.deleteTask(store, { path: { id }, query, body: undefined })],
  ]
  test.each(taskOperations)('%s executes one statement', async (_operation, work) => {
    expect(await statementsDuring(() => work(task.id))).toHaveLength(1)
  })
})

describe('number of statements of a list', () => {
  const list = (page: { size?: number; page?: number }) =>
    statementsDuring(() => handlers.listTasks(store, { path: { projectId }, query: page, body: undefined }))

  test('one for the items and the total', async () => {
    expect(await list({})).toHaveLength(1)
    expect(await list({ size: 2 })).toHaveLength(1)
  })

  test('a second one for the total if the page is empty; only the count if the offset is beyond the end', async () => {
    expect(await list({ page: 7 })).toHaveLength(2)
    expect(await list({ page: 7000 })).toHaveLength(1)
  })
})

/** The query plans of the statements, with sorts and sequential scans disabled unless there is no alternative. */
async function plansDuring(work: () => Promise<unknown>): Promise<string[]> {
  const plans: string[] = []
  for (const { sql, parameters } of await statementsDuring(work)) {
    const { rows } = await planner.query<Record<string, string>>(`explain ${sql}`, [...parameters])
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
  }
  return plans
}

const directions = ['asc', 'desc'] as const
const projectFields: ProjectSortField[] = ['id', 'name', 'status', 'createdAt', 'updatedAt']
const taskFields: TaskSortField[] = ['id', 'title', 'status', 'priority', 'dueDate', 'createdAt', 'updatedAt']
const filters = [{}, { status: 'DONE' }, { priority: 'HIGH' }, { status: 'DONE', priority: 'HIGH' }] as const

function orders<Field>(fields: Field[]): [Field, 'asc' | 'desc'][] {
  return fields.flatMap((field) => directions.map((direction): [Field, 'asc' | 'desc'] => [field, direction]))
}

describe('an index provides the sort order of', () => {
  test.each(orders(projectFields))('projects by %s, %s', async (field, direction) => {
    const query = { sort: [`${field},${direction}`], size: 1 }
    const [items = ''] = await plansDuring(() =>
      handlers.listProjects(store, { path: {}, query, body: undefined }),
    )
    expect(items).toMatch(/Index/)
    // The total is the sum of a few rows, which need no index.
    expect(items.replace(/InitPlan 1\n(?: {4,}.*\n)+/, '')).not.toMatch(/Sort|Seq Scan/)
  })

  test.each(orders(['name', 'createdAt', 'updatedAt']))(
    'projects of a status by %s, %s',
    async (field, direction) => {
      const query = { status: 'ACTIVE', sort: [`${field},${direction}`], size: 1 } as const
      const [items] = await plansDuring(() =>
        handlers.listProjects(store, {
          path: {},
          query: { ...query, sort: [...query.sort] },
          body: undefined,
        }),
      )
      expect(items).toMatch(/projects_of_status_by/)
      expect(items).not.toMatch(/Sort|Seq Scan/)
    },
  )

  test.each(orders(taskFields))('tasks by %s, %s', async (field, direction) => {
    const query = { sort: [`${field},${direction}`], size: 1 }
    const [items] = await plansDuring(() =>
      handlers.listTasks(store, { path: { projectId }, query, body: undefined }),
    )
    expect(items).toMatch(/Index/)
    expect(items).not.toMatch(/Sort|Seq Scan/)
  })

  test.each(filters)('tasks in the default order, filtered by %j', async (filter) => {
    const query = { ...filter, size: 1 }
    const [items] = await plansDuring(() =>
      handlers.listTasks(store, { path: { projectId }, query, body: undefined }),
    )
    expect(items).toMatch(/Index Cond: .*project_id/)
    expect(items).not.toMatch(/Sort|Seq Scan/)
  })
})

describe('an index finds the items after a cursor', () => {
  /** The plan of the page after the first item, and of the page before the last one. */
  const plansOf = async (
    list: (query: {
      after: string
      sort: string[]
      size: number
    }) => Promise<HandlerResponse<'listTasks' | 'listProjects'>>,
    sort: string,
  ): Promise<string[]> => {
    const first = await list({ after: 'start', sort: [sort], size: 1 })
    const last = await list({ after: cursorIn(first, 'last'), sort: [sort], size: 1 })
    return plansDuring(async () => {
      await list({ after: cursorIn(first, 'next'), sort: [sort], size: 1 })
      await list({ after: cursorIn(last, 'prev'), sort: [sort], size: 1 })
    })
  }
  const cursorIn = (response: object, relation: string): string => {
    const { links = {} } = response as { links?: Record<string, string> }
    return /after=([\w-]+)/.exec(links[relation] ?? '')?.[1] ?? ''
  }

  beforeAll(async () => {
    await makeProject(api)
    await makeTask(api, projectId, { dueDate: '2026-01-01' })
    await makeTask(api, projectId, { dueDate: '2026-01-02' })
  })

  test.each(orders(projectFields))('projects by %s, %s', async (field, direction) => {
    const list = (query: object) => handlers.listProjects(store, { path: {}, query, body: undefined })
    const plans = await plansOf(list, `${field},${direction}`)
    expect(plans).toHaveLength(2)
    for (const plan of plans) {
      expect(plan).toMatch(/Index Cond: \(.*\bid\b.* [<>] /)
      expect(plan).not.toMatch(/Sort|Seq Scan on projects$/m)
    }
  })

  test.each(orders(taskFields))('tasks by %s, %s', async (field, direction) => {
    const list = (query: object) => handlers.listTasks(store, { path: { projectId }, query, body: undefined })
    const plans = await plansOf(list, `${field},${direction}`)
    expect(plans).toHaveLength(2)
    for (const plan of plans) {
      expect(plan).toMatch(/Index Cond: \(\(project_id = .* AND \(.*\bid\b.* [<>] /)
      expect(plan).not.toMatch(/Filter|Seq Scan on tasks/)
      // Two ranges of the index may be sorted together; each has a limit.
      expect(field === 'dueDate' || !plan.includes('Sort')).toBe(true)
    }
  })
})

describe('an index is used for', () => {
  test.each(filters.flatMap((filter) => taskFields.map((field) => ({ filter, field }))))(
    'tasks filtered by $filter and ordered by $field, and their total',
    async ({ filter, field }) => {
      const query = { ...filter, sort: [field], size: 1 }
      const plans = await plansDuring(() =>
        handlers.listTasks(store, { path: { projectId }, query, body: undefined }),
      )
      for (const plan of plans) {
        expect(plan).toMatch(/Index Cond: .*project_id/)
        expect(plan).not.toMatch(/Seq Scan/)
      }
    },
  )
})

test('a connection prepares at most 500 different statements and executes others unprepared', async () => {
  const pool = openStore({
    connectionString: api.databaseUrl,
    poolSize: 1,
    prepared: true,
    onLostConnection: () => undefined,
  })
  for (let i = 0; i < 600; i++) await sql`select ${'a'}, ${sql.raw(String(i))}`.execute(pool.db)
  const { rows } = await sql<{ count: string }>`select count(*) from pg_prepared_statements`.execute(pool.db)
  await pool.close()
  expect(Number(rows[0]?.count)).toBeGreaterThan(0)
  expect(Number(rows[0]?.count)).toBeLessThanOrEqual(500)
})
