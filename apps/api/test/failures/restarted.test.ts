import { underLoad } from '../support/under-load.ts'
import { type Postgres, startPostgres } from '../support/database/postgres.ts'
import { type ServerProcess, unexpectedErrorsOf } from '../support/programs/process.ts'
import { usePrograms } from '../support/programs/use-programs.ts'
import { until } from '../support/until.ts'

const programs = usePrograms()

let database: Postgres
let server: ServerProcess
beforeAll(async () => {
  database = await startPostgres()
  server = await programs.start({ DATABASE_URL: database.url })
})
afterAll(() => database.remove())

test.each(['fast', 'immediate', 'killed'] as const)(
  'requests get 503 while the database is stopped (%s) under load, and no acknowledged write is lost',
  async (how) => {
    const errors = await underLoad(server.origin, async (more) => {
      await more('writes', 100)
      await database.stop(how)
      await more('unavailable', 20)
      expect((await server.send('GET', '/readyz')).status).toBe(503)
      expect((await server.send('GET', '/livez')).status).toBe(200)
      await database.start()
      await more('writes', 100)
    })
    expect(errors).toEqual([])
    expect((await server.send('GET', '/readyz')).status).toBe(200)
    expect(unexpectedErrorsOf(server)).toEqual([])
  },
)

test('after SIGKILL of one backend under load, PostgreSQL recovers and no acknowledged write is lost', async () => {
  const errors = await underLoad(server.origin, async (more) => {
    await more('writes', 50)
    const [backend] = await database.query<{ pid: number }>(
      `select pid from pg_stat_activity where application_name = 'workbench-api' limit 1`,
    )
    if (backend) process.kill(backend.pid, 'SIGKILL')
    await more('unavailable', 1)
    await more('writes', 50)
  })
  expect(errors).toEqual([])
  expect(unexpectedErrorsOf(server)).toEqual([])
})

test('requests succeed after pg_terminate_backend() of every connection', async () => {
  await server.send('GET', '/api/v1/projects')
  const ours = `from pg_stat_activity where application_name = 'workbench-api'`
  await database.query(`select pg_terminate_backend(pid) ${ours}`)
  await until(async () => (await database.query(`select pid ${ours}`)).length === 0)
  await until(async () => (await server.send('GET', '/api/v1/projects')).status === 200)
  expect((await server.send('GET', '/api/v1/projects')).status).toBe(200)
  expect(unexpectedErrorsOf(server)).toEqual([])
})
