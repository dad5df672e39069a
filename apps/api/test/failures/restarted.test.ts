import { underLoad } from '../support/under-load.ts'
import { type Postgres, startPostgres } from '../support/database/postgres.ts'
import { type ServerProcess, unexpectedErrorsOf } from '../support/programs/process.ts'
import { usePrograms } from '../support/programs/use-programs.ts'

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
