import { type CompiledQuery, Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'

import { openStore } from '../../src/db/driver/connection-pool.ts'
import type { Database } from '../../src/db/schema.ts'
import { Store } from '../../src/db/store.ts'
import type { HandlerResponse } from '../../src/handlers/handler.ts'
import type { PROJECTS } from '../../src/db/projects/project-list.ts'
import type { ALL_TASKS, TASKS } from '../../src/db/tasks/task-list.ts'
import { projectHandlers } from '../../src/handlers/projects.ts'
import { taskHandlers } from '../../src/handlers/tasks.ts'

import { operations, type Schema } from '../model/operations.ts'
import { useApi } from '../support/requests/api.ts'
import { ABSENT_ID, makeProject, makeTask } from '../support/requests/make.ts'

let store: Store
let projectId: string
let planner: pg.Client
const handlers = { ...projectHandlers, ...taskHandlers }
let statements: CompiledQuery[] = []

// Before the hook that drops the database.
afterAll(async () => {
  await planner.end()
  await store.close()
})

const api = useApi()

beforeAll(async () => {
  // A date stays text, as in the pool of the server.
  const types = new pg.TypeOverrides()
  types.setTypeParser(pg.types.builtins.DATE, (value) => value)
  const pool = new pg.Pool({ connectionString: api.databaseUrl, max: 1, types })
  const db = new Kysely<Database>({
    dialect: new PostgresDialect({ pool }),
    log: ({ query }) => {
      statements.push(query)
    },
  })
  store = new Store(db, {})
  planner = new pg.Client({
    connectionString: api.databaseUrl,
    options: '-c enable_seqscan=off -c enable_sort=off -c enable_bitmapscan=off',
  })
  await planner.connect()
  projectId = (await makeProject(api)).id
  for (let i = 0; i < 6; i++) await makeTask(api, projectId)
  await planner.query(`insert into projects (id, name, status)
    select gen_random_uuid(), 'Other ' || n, 'ACTIVE' from generate_series(1, 50) as n`)
  await planner.query(`insert into tasks (id, project_id, title, status, priority, due_date)
    select gen_random_uuid(), projects.id, 'Other ' || n, 'TODO', 'LOW', current_date + n
    from projects, generate_series(1, 20) as n where projects.name like 'Other %'`)
  await planner.query('analyze')
})

async function statementsDuring(work: () => Promise<unknown>): Promise<CompiledQuery[]> {
  statements = []
  await work().catch((error: unknown) => error)
  return [...statements]
}

/** The query plans of the statements, with sorts and sequential scans disabled unless there is no alternative. */
async function plansDuring(work: () => Promise<unknown>, client = planner): Promise<string[]> {
  const plans: string[] = []
  for (const { sql, parameters } of await statementsDuring(work)) {
    const { rows } = await client.query<Record<string, string>>(`explain ${sql}`, [...parameters])
    plans.push(rows.map((row) => row['QUERY PLAN']).join('\n'))
  }
  return plans
}

/** A list operation of openapi.yaml: the names of its sorts, and each combination of its filters. */
interface List {
  id: ListId
  fields: string[]
  filters: Record<string, string>[]
}

type ListId = 'listProjects' | 'listTasks' | 'listAllTasks'

/** The sorts that have an index with any of the filters. Without a filter, each sort has one. */
const INDEXED_WITH_FILTER: Record<ListId, string[]> = {
  listProjects: ['name', 'createdAt', 'updatedAt'],
  listTasks: ['createdAt'],
  listAllTasks: [],
}

const lists: List[] = operations
  .filter(({ query }) => query.some(({ name }) => name === 'sort'))
  .map(({ id, query }) => ({
    id: id as ListId,
    fields: query.flatMap(({ name, schema }) => (name === 'sort' ? fieldsOf(schema) : [])),
    filters: [{}, ...(id === 'listAllTasks' ? [] : combinationsOf(id === 'listTasks'))],
  }))

/** The combinations of filters that have an index for the default order, and for their totals. */
function combinationsOf(ofTasks: boolean): Record<string, string>[] {
  return ofTasks
    ? [{ status: 'DONE' }, { priority: 'HIGH' }, { status: 'DONE', priority: 'HIGH' }]
    : [{ status: 'ARCHIVED' }]
}

function fieldsOf(schema: Schema): string[] {
  const { pattern } = schema['items'] as { pattern: string }
  return (/^\^\(([\w|]+)\)/.exec(pattern)?.[1] ?? '').split('|')
}

type ListQuery = Record<string, string | string[] | number>

const readList = (id: ListId, listQuery: ListQuery): Promise<HandlerResponse<ListId>> =>
  (handlers[id] as (...args: unknown[]) => Promise<HandlerResponse<ListId>>)(store, {
    path: { projectId },
    query: listQuery,
    body: undefined,
  })

const isFiltered = (filter: object): boolean => Object.keys(filter).length > 0

/** Each order of each list, with each combination of filters, and whether an index provides it. */
const orders = lists.flatMap(({ id, fields, filters }) =>
  filters.flatMap((filter) =>
    fields.flatMap((field) =>
      (['asc', 'desc'] as const).map((direction) => ({
        ...{ id, filter, field, direction },
        isIndexed: !isFiltered(filter) || INDEXED_WITH_FILTER[id].includes(field),
      })),
    ),
  ),
)

test.each(orders)(
  'the plan of $id by $field $direction with $filter sorts no rows if the sort has an index ($isIndexed)',
  async ({ id, filter, field, direction, isIndexed }) => {
    const plans = await plansDuring(() =>
      readList(id, { ...filter, sort: [`${field},${direction}`], size: 1 }),
    )
    const [items = ''] = plans
    const rows = partOfPage(items)
    expect(rows).toMatch(/Index/)
    expect(rows).not.toMatch(/Seq Scan/)
    // Those with a due date and those without are two ranges, which are sorted together; each has a limit.
    const isUnion = id === 'listAllTasks' && field === 'dueDate' && rows.includes('Append')
    expect(isIndexed && rows.includes('Sort') && !isUnion).toBe(false)
    // The rows of other projects are not read.
    for (const plan of plans) expect(plan).toMatch(id === 'listTasks' ? /Index Cond: .*project_id/ : /./)
  },
)

/** The part of a plan that reads the page. The total is the sum of a few rows, which need no index. */
const partOfPage = (plan: string): string => plan.slice(plan.indexOf('Limit'))

describe('an index finds the items after a cursor', () => {
  const cursorIn = (response: object): string => {
    const { links = {} } = response as { links?: Record<string, string> }
    return /after=([\w-]+)/.exec(links['next'] ?? '')?.[1] ?? ''
  }

  beforeAll(async () => {
    await makeProject(api)
    await makeTask(api, projectId, { dueDate: '2026-01-01' })
    await makeTask(api, projectId, { dueDate: '2026-01-02' })
    // An index of the project is chosen if the others have many more rows.
    await planner.query(`insert into tasks (id, project_id, title, status, priority, due_date)
      select gen_random_uuid(), projects.id, 'Other ' || n, 'TODO', 'LOW', current_date + n
      from projects, generate_series(1, 400) as n where projects.name like 'Other %'`)
    await planner.query(
      `insert into tasks (id, project_id, title, status, priority, due_date)
      select gen_random_uuid(), $1, 'Own ' || n, 'TODO', 'LOW', case when n % 2 = 0 then current_date + n end
      from generate_series(1, 200) as n`,
      [projectId],
    )
    await planner.query('analyze')
  })

  test.each(orders.filter(({ filter }) => !isFiltered(filter)))(
    'in $id by $field $direction',
    async ({ id, field, direction }) => {
      const page = (after: string) => readList(id, { after, sort: [`${field},${direction}`], size: 1 })
      const first = await page('start')
      const plans = await plansDuring(() => page(cursorIn(first)))
      expect(plans).toHaveLength(1)
      for (const plan of plans.map(partOfPage)) {
        // Two ranges with a limit each are sorted together.
        expect(plan.includes('Append') || !plan.includes('Sort')).toBe(true)
        // Dates in descending order and rows without a date are no range of the index: it is read from its start.
        if (field === 'dueDate' && direction === 'desc') continue
        expect(plan).toMatch(
          id === 'listTasks'
            ? /Index Cond: \(\(project_id = .* AND \(.*\bid\b.* [<>] /
            : /Index Cond: \(.*\bid\b.* [<>] /,
        )
        // All rows of a project have its bucket.
        const others = plan.replaceAll(/Filter: \(bucket = '\d+'::smallint\)/g, '')
        expect(others).not.toMatch(/Filter|Seq Scan on (?:projects|tasks)$/m)
      }
    },
  )
})

/** The sort with which a filter is a range of an index, and the condition there. Without one, other rows are read, too. */
type FilterIndex = { sort: string; condition: RegExp } | 'none'

const ONE = { createdAt: (column: string) => ({ sort: 'createdAt', condition: new RegExp(`${column} = `) }) }
const DUE = { sort: 'dueDate', condition: /due_date_missing = 0.*due_date [<>]= / }
const UPDATED = { sort: 'updatedAt', condition: /updated_at >= / }

/** The filters that are ranges both in a project and in all. */
const RANGES: Record<'dueBefore' | 'dueAfter' | 'dueDate' | 'updatedAfter', [string, FilterIndex][]> = {
  dueBefore: [['2026-01-01', DUE]],
  dueAfter: [['2026-01-01', DUE]],
  dueDate: [['none', { sort: 'dueDate', condition: /due_date_missing = 1/ }]],
  updatedAfter: [['2026-01-01T00:00:00Z', UPDATED]],
}

/** The words of a search are the result of a subquery, which PostgreSQL before 17 names `$0`. */
const IS_SEARCHED = /@@ (?:\(InitPlan|\$\d)/

/** A value of each filter, or several, and its index. */
const FILTER_INDEXES: {
  listProjects: Record<keyof (typeof PROJECTS)['filters'], [value: string | string[], index: FilterIndex][]>
  listTasks: Record<keyof (typeof TASKS)['filters'], [value: string | string[], index: FilterIndex][]>
  listAllTasks: Record<keyof (typeof ALL_TASKS)['filters'], [value: string | string[], index: FilterIndex][]>
} = {
  listProjects: {
    status: [
      ['ACTIVE', ONE.createdAt('status')],
      [['ACTIVE', 'ARCHIVED'], 'none'],
    ],
    updatedAfter: [['2026-01-01T00:00:00Z', UPDATED]],
    q: [
      ['crane', { sort: 'createdAt', condition: IS_SEARCHED }],
      ['%', { sort: 'createdAt', condition: IS_SEARCHED }],
    ],
  },
  listTasks: {
    status: [
      ['TODO', ONE.createdAt('status')],
      [['TODO', 'DONE'], 'none'],
    ],
    priority: [
      ['LOW', ONE.createdAt('priority')],
      [['LOW', 'HIGH'], 'none'],
    ],
    ...RANGES,
    q: [['crane', { sort: 'createdAt', condition: /project_id = / }]],
  },
  listAllTasks: {
    projectId: [
      [ABSENT_ID, ONE.createdAt('project_id')],
      [[ABSENT_ID, ABSENT_ID.replace('7', '8')], 'none'],
    ],
    projectStatus: [['ACTIVE', 'none']],
    status: [['TODO', 'none']],
    priority: [
      ['LOW', { sort: 'priority', condition: /priority_rank = / }],
      [['LOW', 'HIGH'], 'none'],
    ],
    ...RANGES,
    q: [
      ['crane', { sort: 'createdAt', condition: IS_SEARCHED }],
      ['%', { sort: 'createdAt', condition: IS_SEARCHED }],
    ],
  },
}

describe('a filter', () => {
  const cases = Object.entries(FILTER_INDEXES).flatMap(([id, filters]) =>
    Object.entries(filters).flatMap(([name, values]) =>
      values.map(([value, index]) => ({ id: id as ListId, name, value, index })),
    ),
  )
  const isIndexed = ({ index }: { index: FilterIndex }): boolean => index !== 'none'
  // The index of a search is not ordered, so that only a bitmap scan reads it.
  const scan = (name: string): string =>
    name === 'q'
      ? 'set enable_bitmapscan = on; set enable_indexscan = off'
      : 'set enable_bitmapscan = off; set enable_indexscan = on'

  test.each(cases.filter(isIndexed))(
    '$name=$value of $id is a range of an index',
    async ({ id, name, value, index }) => {
      await planner.query(scan(name))
      const { sort, condition } = index as Exclude<FilterIndex, 'none'>
      const [plan = ''] = await plansDuring(() => readList(id, { [name]: value, sort: [sort], size: 1 }))
      const conditions = plan.split('\n').filter((line) => line.includes('Index Cond'))
      expect(conditions.join('\n')).toMatch(condition)
    },
  )

  test.each(cases.filter((each) => !isIndexed(each)))(
    '$name=$value of $id has no index, so that other rows are read, too',
    async ({ id, name, value }) => {
      await planner.query(scan(''))
      const [plan = ''] = await plansDuring(() => readList(id, { [name]: value, size: 1 }))
      expect(plan).toMatch(/Filter: |Join/)
    },
  )
})

test('a page is read from an index of a project with many tasks, without settings of the planner', async () => {
  const client = new pg.Client({ connectionString: api.databaseUrl })
  await client.connect()
  await client.query(`insert into projects (id, name, status)
    select gen_random_uuid(), 'Project ' || n, 'ACTIVE' from generate_series(1, 50) as n`)
  await client.query(`insert into tasks (id, project_id, title, status, priority)
    select gen_random_uuid(), projects.id, 'Task ' || n, 'TODO', 'LOW' from projects, generate_series(1, 100) as n`)
  await client.query('analyze')
  const [plan] = await plansDuring(() => readList('listTasks', { sort: ['createdAt,desc'] }), client)
  expect(plan).toContain('Index Scan Backward using tasks_by_created_at on tasks')
  await client.query(
    `insert into tasks (id, project_id, title, status, priority)
    select gen_random_uuid(), $1, 'Task ' || n, 'TODO', 'LOW' from generate_series(1, 20000) as n`,
    [projectId],
  )
  await client.query('analyze')
  const [search] = await plansDuring(() => readList('listTasks', { q: '1234' }), client)
  await client.end()
  expect(search).toContain('Bitmap Index Scan on tasks_by_words')
})

test('a connection prepares at most 500 different statements and executes others unprepared', async () => {
  const pool = openStore({
    connection: () => ({ connectionString: api.databaseUrl }),
    poolSize: 1,
    prepared: true,
    onLostConnection: () => undefined,
  })
  for (let i = 0; i < 600; i++) await pool.run((db) => sql`select ${'a'}, ${sql.raw(String(i))}`.execute(db))
  const { rows } = await pool.run((db) =>
    sql<{ count: string }>`select count(*) from pg_prepared_statements`.execute(db),
  )
  await pool.close()
  expect(Number(rows[0]?.count)).toBeGreaterThan(0)
  expect(Number(rows[0]?.count)).toBeLessThanOrEqual(500)
})
