import { appendFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'

import { end, startServer, type ServerProcess } from '../apps/api/test/support/programs/process.ts'
import { copyRepository, recipeIn } from './recipe.ts'

/** The recipes are tested one after the other in one copy, whose server is started at the end. */
const workspace = copyRepository()
const { copy, run, edit } = workspace
const recipe = (title: string) => recipeIn(title, {}, workspace)

const DESCRIPTION = 'apps/api/openapi.yaml'
const inApi = (path = ''): string => `apps/api/src/${path}`

/** The file that puts all handlers together. */
const WIRING = [inApi('start/start.ts')]
/** Files with errors because of those in the handlers and the columns. */
const REPEATING = [...WIRING, inApi('db/tasks/task-repository.ts')]

/** The files in which the compiler finds errors, without those that repeat errors. */
function filesWithErrors(errors: string): string[] {
  const found = errors.match(/^[^\s(]+(?=[(:]\d)/gm) ?? []
  return [...new Set(found.filter((file) => !REPEATING.includes(file)))].sort()
}

const errorsOf = (compile: string): string => run([compile], [1, 2])[0] ?? ''

/** Adds text before or after the only occurrence of a text. */
const addBefore = (path: string, found: string, text: string): void => edit(path, found, text + found)
const addAfter = (path: string, found: string, text: string): void => edit(path, found, found + text)

const append = (path: string, text: string): void => appendFileSync(join(copy, path), text)

test('Add a field: the compiler names the files of step 4, and columns that the schema lacks', () => {
  const { steps, commandsOf, pathsOf } = recipe('Add a field')
  expect(steps).toHaveLength(6)
  const member = `        assignee:\n          type: ['string', 'null']\n          maxLength: 100\n`
  addBefore(DESCRIPTION, '    TaskResponse:\n', member)
  addBefore(DESCRIPTION, '    TaskStatusUpdateRequest:\n', member)
  addBefore(DESCRIPTION, '    TaskPatch:\n', member)
  addBefore(DESCRIPTION, '    ProjectPage:\n      description: ', member)
  edit(DESCRIPTION, 'dueDate, createdAt, updatedAt]\n', 'dueDate, assignee, createdAt, updatedAt]\n')
  run(commandsOf(1))

  const [task = ''] = pathsOf(2).map(inApi)
  addAfter(task, '  dueDate: string | null\n', '  assignee: string | null\n')
  const [columns = '', record = '', handlers = ''] = pathsOf(4).map(inApi)
  const draft = pathsOf(4)[3] ?? ''
  const [compile = ''] = commandsOf(2)
  expect(filesWithErrors(errorsOf(compile))).toEqual([record, columns, handlers, draft])

  const [migrations = '', schema = ''] = pathsOf(3).map(inApi)
  append(
    inApi('db/migrations/0016-assignee.ts'),
    `import { type Kysely, type Migration, sql } from 'kysely'

export const assignee: Migration = {
  async up(db: Kysely<unknown>): Promise<void> {
    await sql\`alter table tasks add column if not exists assignee text\`.execute(db)
    await sql\`alter table changes add column if not exists assignee text\`.execute(db)
  },
}
`,
  )
  addBefore(migrations, '\n/** All migrations', "import { assignee } from './0016-assignee.ts'\n")
  addAfter(migrations, "  '0015-key-buckets': keyBuckets,\n", "  '0016-assignee': assignee,\n")
  addAfter(columns, "  dueDate: 'due_date',\n", "  assignee: 'assignee',\n")
  addAfter(columns, "  dueDate: 'date',\n", "  assignee: 'text',\n")
  addAfter(record, "  dueDate: 'due_date',\n", "  assignee: 'assignee',\n")
  addAfter(handlers, '    dueDate: body.dueDate,\n', '    assignee: body.assignee,\n')
  addAfter(handlers, '    dueDate: body.dueDate ?? null,\n', '    assignee: body.assignee ?? null,\n')
  addAfter(draft, "  dueDate: '2026-02-28',\n", "  assignee: 'Ann',\n")
  expect(filesWithErrors(errorsOf(compile))).toEqual(expect.arrayContaining([record, columns]))
  addAfter(schema, '  due_date_missing: GeneratedAlways<number>\n', '  assignee: string | null\n')
  addAfter(schema, '  priority: TaskPriority | null\n', '  assignee: string | null\n')
  run([compile])
  const [tags = ''] = pathsOf(5).map(inApi)
  edit(tags, "const BODY_FORMAT = '1'", "const BODY_FORMAT = '2'")
}, 300_000)

test('Add a filter: the compiler names its condition and the test of its index', () => {
  const { steps, commandsOf, pathsOf } = recipe('Add a filter')
  expect(steps).toHaveLength(4)
  const reference = "        - $ref: '#/components/parameters/CreatedBefore'\n"
  const ofProject =
    'Returns one page of the tasks of a project, by default the newest first.\n      parameters:\n'
  addAfter(DESCRIPTION, ofProject, reference)
  addAfter(DESCRIPTION, "        - $ref: '#/components/parameters/OfProjectStatuses'\n", reference)
  addBefore(
    DESCRIPTION,
    '    DueBefore:\n      name: dueBefore\n',
    '    CreatedBefore:\n      name: createdBefore\n      in: query\n      schema:\n        type: string\n        format: date\n',
  )
  run(commandsOf(1))
  const [list = ''] = pathsOf(2).map(inApi)
  const [compile = ''] = commandsOf(2)
  const undefinedRow = errorsOf(compile)
  const [indexes = '', meanings = ''] = pathsOf(3)
  expect(filesWithErrors(undefinedRow)).toEqual([inApi('handlers/tasks.ts'), meanings])
  expect(undefinedRow).toContain("Property 'createdBefore' is missing in type")
  addBefore(
    list,
    '  updatedAfter: UPDATED_AFTER,\n',
    '  createdBefore: comparing((value) => sql`created_at < cast(${value} as date)`),\n',
  )
  expect(filesWithErrors(errorsOf(compile))).toEqual([indexes, meanings])
  addBefore(
    meanings,
    "  updatedAfter: ([time = '']",
    "  createdBefore: ([date = ''], { createdAt }) => String(createdAt) < date,\n",
  )
  addAfter(indexes, "const RANGES: Record<'dueBefore'", " | 'createdBefore'")
  addAfter(
    indexes,
    "  dueBefore: [['2026-01-01', DUE]],\n",
    "  createdBefore: [['2026-01-01', { sort: 'createdAt', condition: /created_at < / }]],\n",
  )
  run([compile])
}, 300_000)

test('Add an operation: the compiler names its missing handler and its missing requests in a test', async () => {
  const { steps, commandsOf, pathsOf } = recipe('Add an operation')
  expect(steps).toHaveLength(4)
  addBefore(DESCRIPTION, '  /api/v1/tasks/{id}:\n', COUNT_TASKS)
  const [types = '', compile = ''] = commandsOf(1)
  run([types])
  const [requests = '', frequencies = '', rules = '', checks = ''] = pathsOf(3)
  const errors = errorsOf(compile)
  expect(filesWithErrors(errors)).toEqual([requests, rules, frequencies])
  for (const file of WIRING)
    expect(errors).toMatch(new RegExp(`^${file}\\(.*: Property 'countTasks' is missing in type`, 'm'))
  run(['pnpm --filter @workbench/api build'])
  await expect(start({})).rejects.toThrow('Operation countTasks has no handler')

  const handlers = inApi('handlers/tasks.ts')
  addAfter(
    handlers,
    'export const taskHandlers = {\n',
    `  async countTasks(store, { path }) {
    const [row] = await COUNT.execute(store, keyOf(path.id), undefined)
    return { status: 200, body: { total: Number(row?.total) } }
  },

`,
  )
  addBefore(
    handlers,
    "import * as tasks from '../db/tasks/task-repository.ts'\n",
    "import { COUNT } from '../db/tasks/task-statements.ts'\n",
  )
  const statements = inApi('db/tasks/task-statements.ts')
  edit(statements, 'hasKey, type Target', 'hasKey, isInProject, type Target')
  append(
    statements,
    `
export const COUNT = compileOnce((project: RowKey) =>
  compiler
    .selectFrom('tasks')
    .select(sql<string>\`count(*)\`.as('total'))
    .where(isInProject(project)),
)
`,
  )
  addBefore(requests, '  createTask: [', "  countTasks: [['GET', `${project}/task-count`]],\n")
  addBefore(frequencies, '  createTask: 26,\n', '  countTasks: 5,\n')
  addBefore(rules, '  | { status: 304; resource: Resource }\n', '  | { status: 200; total: number }\n')
  addBefore(
    rules,
    '  listTasks: (input, model) =>\n',
    `  countTasks: (input, model) =>
    onProject(input, model, () => ({ status: 200, total: model.tasksOf(input.id).length })),
`,
  )
  expect(filesWithErrors(errorsOf(compile))).toEqual([checks])
  addBefore(
    checks,
    '  } else if (outcome.status === 304) {\n',
    "  } else if ('total' in outcome) {\n    expectSame('body', body, { total: outcome.total })\n",
  )
  run([compile])
}, 300_000)

test('Add a problem type: the compiler names where a domain error needs its problem', () => {
  const { steps, commandsOf, pathsOf } = recipe('Add a problem type')
  expect(steps).toHaveLength(3)
  const [compile = ''] = commandsOf(2)
  const [errors = '', problems = ''] = pathsOf(2).map(inApi)
  append(
    errors,
    `
/** The project has no tasks. */
export class ProjectEmpty extends DomainError {
  override readonly name = 'ProjectEmpty'
}
`,
  )
  expect(filesWithErrors(errorsOf(compile))).toEqual([errors])
  addAfter(errors, '  StoreUnavailable: StoreUnavailable\n', '  ProjectEmpty: ProjectEmpty\n')
  expect(filesWithErrors(errorsOf(compile))).toEqual([problems])
  addBefore(
    problems,
    '  StoreUnavailable: (',
    "  ProjectEmpty: ({ message }) => ({ problemType: 'project-empty', message }),\n",
  )
  const undefinedType = errorsOf(compile)
  expect(filesWithErrors(undefinedType)).toEqual([problems])
  expect(undefinedType).toContain('\'"project-empty"\' is not assignable to type')
  edit(
    inApi('problems/problem-types.json'),
    '  "validation": {',
    '  "project-empty": { "status": 409, "title": "Project empty", "meaning": "It has no tasks." },\n  "validation": {',
  )
  const handlers = inApi('handlers/tasks.ts')
  addBefore(
    handlers,
    '    return { status: 200, body: { total: ',
    "    if (row?.total === '0') throw new ProjectEmpty(`Project ${path.id} has no tasks`)\n",
  )
  edit(handlers, 'import { requireExpectedVersion,', 'import { ProjectEmpty, requireExpectedVersion,')
  run([compile])
}, 300_000)

test('Add a setting: the tests name a page and defaults that lack it', () => {
  const { steps, commandsOf, pathsOf } = recipe('Add a setting')
  expect(steps).toHaveLength(3)
  const [config = ''] = pathsOf(1).map(inApi)
  addBefore(config, "    logLevel: env.choice('LOG_LEVEL'", "    greeting: env.text('GREETING') ?? 'Hi',\n")
  edit(
    inApi('start/start.ts'),
    'options.print(`API ${origin}',
    'options.print(`${config.greeting}, API ${origin}',
  )
  const [compile = ''] = commandsOf(2)
  run([compile])
  const [tests = ''] = commandsOf(3)
  const [failures = ''] = run([`${tests} 2>&1`], [1])
  expect(failures).toContain('● docs/settings.md lists exactly the settings that the server reads')
  expect(failures).toContain('● readConfig() returns the defaults for an empty environment')
  addBefore('docs/settings.md', '### `LOG_LEVEL`\n', '### `GREETING`\n\nText. Default: `Hi`.\n\n')
  const [defaults = ''] = pathsOf(3)
  for (const level of ['info', 'silent'])
    addAfter(`apps/api/${defaults}`, `    logLevel: '${level}',\n`, "    greeting: 'Hi',\n")
  run([tests])
}, 300_000)

test('the server has what the recipes added', async () => {
  run(['pnpm --filter @workbench/api build'])
  const server = await start({ GREETING: 'Hello' })
  expect(server.output.stdout).toMatch(/^Hello, API http/m)
  const send = async (method: string, path: string, body?: object) => {
    const response = await fetch(`${server.origin}/api/v1/${path}`, {
      method,
      headers: { 'Content-Type': 'application/json' },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: response.status, body: (await response.json()) as Record<string, unknown> }
  }
  const project = await send('POST', 'projects', { name: 'A' })
  const path = `projects/${String(project.body['id'])}`
  const empty = await send('GET', `${path}/task-count`)
  expect(empty).toMatchObject({ status: 409, body: { title: 'Project empty' } })
  const task = { title: 'A', assignee: 'ann', dueDate: '2026-01-01' }
  expect(await send('POST', `${path}/tasks`, task)).toMatchObject({ status: 201, body: task })
  await send('POST', `${path}/tasks`, { title: 'B', dueDate: '2026-02-01' })
  expect(await send('GET', `${path}/task-count`)).toMatchObject({ status: 200, body: { total: 2 } })
  const early = await send('GET', `${path}/tasks?createdBefore=2020-01-15&status=TODO`)
  expect(early).toMatchObject({ status: 200, body: { content: [], totalElements: 0 } })
  const all = await send('GET', `tasks?createdBefore=2999-01-15&sort=createdAt&size=1`)
  expect(all).toMatchObject({ status: 200, body: { content: [task], totalElements: 2 } })
  expect(await end(server)).toBe(0)
}, 300_000)

/** Starts the built server of the copy, with its embedded database. */
function start(settings: Record<string, string>): Promise<ServerProcess> {
  const directory = join(copy, 'server')
  mkdirSync(directory, { recursive: true })
  return startServer(directory, settings, join(copy, 'apps/api/dist/'))
}

const COUNT_TASKS = `  /api/v1/projects/{id}/task-count:
    parameters:
      - $ref: '#/components/parameters/ProjectId'
    get:
      operationId: countTasks
      tags: [Tasks]
      summary: Count the tasks of a project
      security:
        - bearer: [workbench:read]
      responses:
        '200':
          description: The number of tasks
          content:
            application/json:
              schema:
                type: object
                required: [total]
                properties:
                  total:
                    type: integer
        '404':
          $ref: '#/components/responses/NotFound'
`
