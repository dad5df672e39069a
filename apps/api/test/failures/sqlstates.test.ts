import { sql } from 'kysely'

import { type Project, useApi } from '../support/requests/api.ts'
import { UNAVAILABLE, summaryOf } from '../support/requests/unavailable.ts'

const api = useApi()

/** Makes the first inserts fail with this SQLSTATE. They are counted by a sequence, which a rollback does not reset. */
async function failInserts(code: string, times: number): Promise<void> {
  await sql
    .raw(
      `create sequence attempts;
       create function reject_row() returns trigger language plpgsql as $$
       begin
         if nextval('attempts') <= ${times} then raise exception 'rolled back' using errcode = '${code}'; end if;
         return new;
       end $$;
       create trigger reject_row before insert on projects for each row execute function reject_row()`,
    )
    .execute(api.db)
}

async function attempts(): Promise<number> {
  const { rows } = await sql<{ count: string }>`select last_value as count from attempts`.execute(api.db)
  return Number(rows[0]?.count)
}

afterEach(async () => {
  await sql.raw('drop function reject_row cascade; drop sequence attempts').execute(api.db)
})

const create = (name: string) => api.send<Project>('POST', '/api/v1/projects', { body: { name } })
const named = (name: string) => api.db.selectFrom('projects').where('name', '=', name).select('id').execute()

test.each(['40001', '40P01'])(
  'a write that fails with %s three times is retried and committed once',
  async (code) => {
    await failInserts(code, 3)
    const { status, body } = await create(`after ${code}`)
    expect(status).toBe(201)
    expect(await attempts()).toBe(4)
    expect(await named(`after ${code}`)).toEqual([{ id: body.id }])
  },
)

test.each(['40001', '40P01'])(
  'a write that always fails with %s responds with 503 after six attempts',
  async (code) => {
    await failInserts(code, 1000)
    expect(summaryOf(await create('never'))).toEqual(UNAVAILABLE)
    expect(await attempts()).toBe(6)
    expect(await named('never')).toEqual([])
  },
)

test.each([
  ['40003', 503],
  ['53100', 503],
  ['57014', 503],
  ['22012', 500],
])('a write that fails with %s is not retried and responds with %i', async (code, status) => {
  await failInserts(code, 1000)
  expect((await create('never')).status).toBe(status)
  expect(await attempts()).toBe(1)
})
