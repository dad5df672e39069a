import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import pg from 'pg'
// An optimized server on Fastify and pg, as their documentation recommends: validation and serialisation by JSON Schema, a
// pool, and the same SQL statement for each operation as in this project. With the argument `prepared`, pg uses prepared
// statements.
const isPrepared = process.argv.includes('prepared')
// Dates remain strings.
pg.types.setTypeParser(pg.types.builtins.DATE, (value) => value)
const pool = new pg.Pool({
  connectionString: process.env.DATABASE_URL,
  max: Number(process.env.DATABASE_POOL_SIZE ?? 10),
})
const query = isPrepared
  ? (s, values) => pool.query({ name: s.name, text: s.text, values })
  : (s, values) => pool.query(s.text, values)
const app = Fastify()
const C = [
    'id',
    'project_id',
    'title',
    'description',
    'status',
    'priority',
    'due_date',
    'created_at',
    'updated_at',
  ]
    .map((c) => 'tasks.' + c)
    .join(', '),
  V = C + ', tasks.version'
const SQL = {
  get: { name: 'get', text: `select ${V} from tasks where id = $1` },
  list: {
    name: 'list',
    text: `select ${C}, (select cast(coalesce(sum(total), 0) as bigint) as total from task_totals where project_id = $1) as total from tasks where project_id = $2 order by created_at desc, id desc limit $3 offset $4`,
  },
  total: {
    name: 'total',
    text: `select (select cast(coalesce(sum(total), 0) as bigint) as total from task_totals where project_id = $1) as total from projects where id = $1`,
  },
  create: {
    name: 'create',
    text: `with owner as (select id, status from projects where id = $1 for share), written as (
    insert into tasks (id, project_id, title, description, status, priority, due_date)
    select cast($2 as uuid), owner.id, $3, $4, 'TODO', $5, cast($6 as date) from owner where owner.status = 'ACTIVE' returning ${V})
    select owner.id as owner_id, owner.status as owner_status, written.* from owner left join written on true`,
  },
  status: {
    name: 'status',
    text: `with owner as (select id, status from projects where id = (select project_id from tasks where id = $1) for share),
    target as (select tasks.id, tasks.status, tasks.version from tasks, owner where tasks.id = $1 and tasks.project_id = owner.id for update of tasks),
    written as (update tasks set status = $2, updated_at = case when target.status = $2 then tasks.updated_at else greatest(tasks.updated_at, now()) end, version = case when target.status = $2 then tasks.version else tasks.version + 1 end
    from target, owner where tasks.id = target.id and target.status = any($3) and owner.status = 'ACTIVE' returning ${V})
    select owner.id as owner_id, owner.status as owner_status, (select status from target) as was, (select version from target) as "wasVersion", written.* from owner left join written on true`,
  },
}
const task = {
  type: 'object',
  required: ['id', 'projectId', 'title', 'status', 'priority', 'createdAt', 'updatedAt'],
  properties: {
    id: { type: 'string' },
    projectId: { type: 'string' },
    title: { type: 'string' },
    description: { type: ['string', 'null'] },
    status: { type: 'string' },
    priority: { type: 'string' },
    dueDate: { type: ['string', 'null'] },
    createdAt: { type: 'string', format: 'date-time' },
    updatedAt: { type: 'string', format: 'date-time' },
  },
}
const page = {
  type: 'object',
  properties: {
    content: { type: 'array', items: task },
    number: { type: 'integer' },
    size: { type: 'integer' },
    numberOfElements: { type: 'integer' },
    totalElements: { type: 'integer' },
    totalPages: { type: 'integer' },
    first: { type: 'boolean' },
    last: { type: 'boolean' },
    empty: { type: 'boolean' },
  },
}
const toTask = (r) => ({
  id: r.id,
  projectId: r.project_id,
  title: r.title,
  description: r.description,
  status: r.status,
  priority: r.priority,
  dueDate: r.due_date,
  createdAt: r.created_at,
  updatedAt: r.updated_at,
})
const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i
const problem = (reply, status, title, more = {}) =>
  reply
    .code(status)
    .type('application/problem+json')
    .send({ type: '/errors', title, status, timestamp: new Date().toISOString(), ...more })
app.get(
  '/api/v1/tasks/:id',
  { schema: { params: { type: 'object', properties: { id: { type: 'string' } } }, response: { 200: task } } },
  async (req, reply) => {
    const { id } = req.params
    const row = UUID.test(id) ? (await query(SQL.get, [id])).rows[0] : undefined
    if (!row) return problem(reply, 404, 'Not found')
    return toTask(row)
  },
)
const listQuery = {
  type: 'object',
  additionalProperties: false,
  properties: {
    page: { type: 'integer', minimum: 0, maximum: 2147483647, default: 0 },
    size: { type: 'integer', minimum: 1, maximum: 1000, default: 20 },
    status: { enum: ['TODO', 'IN_PROGRESS', 'DONE'] },
    priority: { enum: ['LOW', 'MEDIUM', 'HIGH'] },
    sort: {
      type: 'array',
      maxItems: 8,
      default: ['createdAt,desc'],
      items: {
        type: 'string',
        pattern:
          '^(id|title|status|priority|dueDate|createdAt|updatedAt)(,([aA][sS][cC]|[dD][eE][sS][cC]))?$',
      },
    },
  },
}
app.get(
  '/api/v1/projects/:projectId/tasks',
  {
    schema: {
      params: { type: 'object', properties: { projectId: { type: 'string' } } },
      querystring: listQuery,
      response: { 200: page },
    },
  },
  async (req, reply) => {
    const { projectId } = req.params,
      { page: number, size } = req.query
    const { rows } = await query(SQL.list, [projectId, projectId, size, number * size])
    let total = Number(rows[0]?.total)
    if (rows.length === 0) {
      const counted = (await query(SQL.total, [projectId])).rows[0]
      if (!counted) return problem(reply, 404, 'Not found')
      total = Number(counted.total)
    }
    const totalPages = Math.ceil(total / size)
    return {
      content: rows.map(toTask),
      number,
      size,
      numberOfElements: rows.length,
      totalElements: total,
      totalPages,
      first: number === 0,
      last: number >= totalPages - 1,
      empty: rows.length === 0,
    }
  },
)
const text = '\\S'
app.post(
  '/api/v1/projects/:projectId/tasks',
  {
    schema: {
      body: {
        type: 'object',
        required: ['title'],
        additionalProperties: false,
        properties: {
          title: { type: 'string', minLength: 1, maxLength: 200, pattern: text },
          description: { type: ['string', 'null'], maxLength: 2000 },
          priority: { enum: ['LOW', 'MEDIUM', 'HIGH', null] },
          dueDate: { type: ['string', 'null'], format: 'date' },
        },
      },
      response: { 201: task },
    },
  },
  async (req, reply) => {
    const b = req.body
    const row = (
      await query(SQL.create, [
        req.params.projectId,
        randomUUID(),
        b.title,
        b.description ?? null,
        b.priority ?? 'MEDIUM',
        b.dueDate ?? null,
      ])
    ).rows[0]
    if (!row) return problem(reply, 404, 'Not found')
    if (!row.id) return problem(reply, 409, 'Conflict')
    reply.code(201).header('location', `/api/v1/tasks/${row.id}`)
    return toTask(row)
  },
)
const SOURCES = {
  TODO: ['TODO', 'IN_PROGRESS'],
  IN_PROGRESS: ['IN_PROGRESS', 'TODO'],
  DONE: ['DONE', 'TODO', 'IN_PROGRESS'],
}
app.patch(
  '/api/v1/tasks/:id/status',
  {
    schema: {
      body: {
        type: 'object',
        required: ['status'],
        additionalProperties: false,
        properties: { status: { enum: ['TODO', 'IN_PROGRESS', 'DONE'] } },
      },
      response: { 200: task },
    },
  },
  async (req, reply) => {
    const row = (await query(SQL.status, [req.params.id, req.body.status, SOURCES[req.body.status]])).rows[0]
    if (!row) return problem(reply, 404, 'Not found')
    if (!row.id) return problem(reply, 409, 'Conflict')
    return toTask(row)
  },
)
await app.listen({ port: Number(process.env.PORT), host: '127.0.0.1' })
