import { MIGRATIONS } from '../../src/db/migrations/index.ts'

import { createDatabase, type TestDatabase } from '../support/database/database.ts'
import { queryOn } from '../support/database/query-on.ts'
import { end, makeDirectory, runProgram, startServer } from '../support/programs/process.ts'
import { createClient } from '../support/requests/client.ts'
import { makeProject, makeTask } from '../support/requests/make.ts'

const ROLE = 'api_role_with_dml'
const GRANT = `grant select, insert, update, delete on all tables in schema public to ${ROLE}`

let directory: Awaited<ReturnType<typeof makeDirectory>>
let database: TestDatabase
/** The URL of the database for a role that owns nothing. */
let roleUrl: string
beforeAll(async () => {
  directory = await makeDirectory()
  database = await createDatabase()
  await queryOn(database.url, `create role ${ROLE} login password 'of the role'`)
  await queryOn(database.url, 'revoke create on schema public from public')
  const url = new URL(database.url)
  url.username = ROLE
  url.password = encodeURIComponent('of the role')
  roleUrl = url.href
})
afterAll(async () => {
  await database.drop()
  await queryOn(process.env['TEST_DATABASE_URL'] ?? '', `drop role ${ROLE}`)
  await directory.remove()
})

const migrateAsOwner = async (): Promise<void> => {
  const program = runProgram('migrate', directory.path, { DATABASE_URL: database.url })
  if ((await program.ended) !== 0) throw new Error(program.output.stderr)
}

test('a role that may not create tables gets one line that names the missing migrations', async () => {
  const program = runProgram('main', directory.path, { PORT: '0', DATABASE_URL: roleUrl })
  expect(await program.ended).toBe(1)
  expect(program.output.stderr).toMatch(
    /^The migrations 0001-projects-and-tasks, .* are missing, and the role in DATABASE_URL may not execute them \([^\n]*\); run `migrate` with the owner of the tables\n$/,
  )
})

test('a role without privileges for the tables gets one line', async () => {
  await migrateAsOwner()
  const program = runProgram('main', directory.path, { PORT: '0', DATABASE_URL: roleUrl })
  expect(await program.ended).toBe(1)
  expect(program.output.stderr).toMatch(
    /^The database of DATABASE_URL cannot be used: [^\n]*permission denied[^\n]*\n$/,
  )
})

test('a role that may only read and write rows serves every operation after `migrate` of the owner', async () => {
  await migrateAsOwner()
  await queryOn(database.url, GRANT)
  const settings = { DATABASE_URL: roleUrl }
  const server = await startServer(directory.path, { ...settings, CHANGES_TTL: '600' })
  const client = createClient(server.origin)
  const { id } = await makeProject(client)
  const task = await makeTask(client, id, { status: 'DONE' })
  const replaced = await client.send('PUT', `/api/v1/tasks/${task.id}`, { body: { title: 'New' } })
  expect(replaced.status).toBe(200)
  const keyed = { body: { name: 'Keyed' }, headers: { 'Idempotency-Key': 'a' } }
  expect((await client.send('POST', '/api/v1/projects', keyed)).status).toBe(201)
  expect((await client.send('GET', '/api/v1/changes?after=start&wait=5')).status).toBe(200)
  expect((await client.send('DELETE', `/api/v1/projects/${id}`)).status).toBe(204)
  expect((await fetch(`${server.origin}/readyz`)).status).toBe(200)
  await end(server)
  // Without the feed, the start deletes the recorded changes.
  const without = await startServer(directory.path, settings)
  expect(await queryOn(database.url, 'select from changes')).toEqual([])
  expect(await end(without)).toBe(0)
})

test('a server starts on the schema of a newer version, and says so once; `migrate` does nothing', async () => {
  await migrateAsOwner()
  for (const statement of [
    `insert into kysely_migration (name, timestamp) values ('9999-estimates', 'now')`,
    'alter table tasks add column estimate integer',
    'alter table projects add column budget integer not null default 0',
  ])
    await queryOn(database.url, statement)
  const migrate = runProgram('migrate', directory.path, { DATABASE_URL: database.url })
  expect(await migrate.ended).toBe(0)
  expect(migrate.output).toEqual({
    stdout: 'No migrations to apply\n',
    stderr: 'The database has migrations of a later version: 9999-estimates\n',
  })
  const server = await startServer(directory.path, { DATABASE_URL: database.url })
  const client = createClient(server.origin)
  const { id } = await makeProject(client)
  await makeTask(client, id)
  await end(server)
  expect(server.output.stdout.match(/the database has migrations of a later version/g)).toHaveLength(1)
})

test('a database that has a migration of another version but lacks one of this version ends the start with one line', async () => {
  const last = Object.keys(MIGRATIONS).at(-1) ?? ''
  await queryOn(database.url, 'delete from kysely_migration where name = $1', [last])
  const program = runProgram('main', directory.path, { PORT: '0', DATABASE_URL: database.url })
  expect(await program.ended).toBe(1)
  expect(program.output.stderr).toBe(
    `The database has the migrations 9999-estimates of another version, but not ${last}; run \`migrate\` of the newest version\n`,
  )
  await queryOn(database.url, 'insert into kysely_migration (name, timestamp) values ($1, $2)', [last, 'now'])
})

test('/readyz is 503 while a table is missing, and 200 again when it is back', async () => {
  const server = await startServer(directory.path, { DATABASE_URL: database.url })
  const ready = async () => (await createClient(server.origin).send('GET', '/readyz')).status
  expect(await ready()).toBe(200)
  await queryOn(database.url, 'alter table tasks rename to elsewhere')
  expect(await ready()).toBe(503)
  await queryOn(database.url, 'alter table elsewhere rename to tasks')
  expect(await ready()).toBe(200)
  await end(server)
})
