import { MIGRATIONS } from '../../src/db/migrations/index.ts'

import { queryOn } from '../support/database/query-on.ts'
import { end } from '../support/programs/process.ts'
import { usePrograms } from '../support/programs/use-programs.ts'
import { makeProject, makeTask } from '../support/requests/make.ts'

const ROLE = 'api_role_with_dml'
const GRANT = `grant select, insert, update, delete on all tables in schema public to ${ROLE}`

const programs = usePrograms()

/** The URL of the database for a role that owns nothing. */
let roleUrl: string
beforeAll(async () => {
  await programs.query(`create role ${ROLE} login password 'of the role'`)
  await programs.query('revoke create on schema public from public')
  const url = new URL(programs.databaseUrl)
  url.username = ROLE
  url.password = encodeURIComponent('of the role')
  roleUrl = url.href
})
afterAll(async () => {
  await queryOn(process.env['TEST_DATABASE_URL'] ?? '', `drop role ${ROLE}`)
})

const migrateAsOwner = async (): Promise<void> => {
  const program = programs.run('migrate', { DATABASE_URL: programs.databaseUrl })
  if ((await program.ended) !== 0) throw new Error(program.output.stderr)
}

test('a role that may not create tables gets one line that names the missing migrations', async () => {
  expect(await programs.failure({ DATABASE_URL: roleUrl })).toMatch(
    /^The migrations 0001-projects-and-tasks, .* are missing, and the role in DATABASE_URL may not execute them \([^\n]*\); run `migrate` with the owner of the tables\n$/,
  )
})

test('a role without privileges for the tables gets one line', async () => {
  await migrateAsOwner()
  expect(await programs.failure({ DATABASE_URL: roleUrl })).toMatch(
    /^The database of DATABASE_URL cannot be used: [^\n]*permission denied[^\n]*\n$/,
  )
})

test('a role that may only read and write rows serves every operation after `migrate` of the owner', async () => {
  await migrateAsOwner()
  await programs.query(GRANT)
  const settings = { DATABASE_URL: roleUrl }
  const server = await programs.start({ ...settings, CHANGES_TTL: '600' })
  const { id } = await makeProject(server)
  const task = await makeTask(server, id, { status: 'DONE' })
  const replaced = await server.send('PUT', `/api/v1/tasks/${task.id}`, { body: { title: 'New' } })
  expect(replaced.status).toBe(200)
  const keyed = { body: { name: 'Keyed' }, headers: { 'Idempotency-Key': 'a' } }
  expect((await server.send('POST', '/api/v1/projects', keyed)).status).toBe(201)
  expect((await server.send('GET', '/api/v1/changes?after=start&wait=5')).status).toBe(200)
  expect((await server.send('DELETE', `/api/v1/projects/${id}`)).status).toBe(204)
  expect((await server.send('GET', '/readyz')).status).toBe(200)
  await end(server)
  // Without the feed, the start deletes the recorded changes.
  const without = await programs.start(settings)
  expect(await programs.query('select from changes')).toEqual([])
  expect(await end(without)).toBe(0)
})

test('a server starts on the schema of a newer version, and says so once; `migrate` does nothing', async () => {
  await migrateAsOwner()
  for (const statement of [
    `insert into kysely_migration (name, timestamp) values ('9999-estimates', 'now')`,
    'alter table tasks add column estimate integer',
    'alter table projects add column budget integer not null default 0',
  ])
    await programs.query(statement)
  const migrate = programs.run('migrate', { DATABASE_URL: programs.databaseUrl })
  expect(await migrate.ended).toBe(0)
  expect(migrate.output).toEqual({
    stdout: 'No migrations to apply\n',
    stderr: 'The database has migrations of a later version: 9999-estimates\n',
  })
  const server = await programs.start()
  const { id } = await makeProject(server)
  await makeTask(server, id)
  await end(server)
  expect(server.output.stdout.match(/the database has migrations of a later version/g)).toHaveLength(1)
})

test('a database that has a migration of another version but lacks one of this version ends the start with one line', async () => {
  const last = Object.keys(MIGRATIONS).at(-1) ?? ''
  await programs.query('delete from kysely_migration where name = $1', [last])
  expect(await programs.failure()).toBe(
    `The database has the migrations 9999-estimates of another version, but not ${last}; run \`migrate\` of the newest version\n`,
  )
  await programs.query('insert into kysely_migration (name, timestamp) values ($1, $2)', [last, 'now'])
})

test('/readyz is 503 while a table is missing, and 200 again when it is back', async () => {
  const server = await programs.start()
  const ready = async () => (await server.send('GET', '/readyz')).status
  expect(await ready()).toBe(200)
  await programs.query('alter table tasks rename to elsewhere')
  expect(await ready()).toBe(503)
  await programs.query('alter table elsewhere rename to tasks')
  expect(await ready()).toBe(200)
})
