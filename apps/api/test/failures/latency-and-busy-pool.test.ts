import pg from 'pg'

import { useServerBehindProxy } from '../support/programs/behind-proxy.ts'
import { unexpectedErrorsOf } from '../support/programs/process.ts'
import { UNAVAILABLE, summaryOf } from '../support/requests/unavailable.ts'
import { until } from '../support/until.ts'

const POOL_SIZE = 3

const at = useServerBehindProxy('lock_timeout=20000', { DATABASE_POOL_SIZE: String(POOL_SIZE) })

test('with 150 ms network latency to the database, 12 parallel reads all respond with 200', async () => {
  at.proxy.forward(150)
  const outcomes = await Promise.all(Array.from({ length: 4 * POOL_SIZE }, at.read))
  at.proxy.forward()
  expect(new Set(outcomes.map((outcome) => JSON.stringify(outcome))).size).toBe(1)
  expect(outcomes[0]).toMatchObject({ status: 200 })
})

test('while every connection waits for a lock, reads and /readyz respond with 503; after the lock is released, everything succeeds', async () => {
  const holder = new pg.Client({ connectionString: at.database.url })
  const watcher = new pg.Client({ connectionString: at.database.url })
  await Promise.all([holder.connect(), watcher.connect()])
  await holder.query('begin')
  await holder.query('select from projects for update')
  const writes = Array.from({ length: POOL_SIZE }, () =>
    at.client.send('PUT', at.path, { body: { name: 'New' } }),
  )
  const waiting = `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
  await until(async () => (await watcher.query(waiting)).rowCount === POOL_SIZE)

  const [first, second, ready] = await Promise.all([at.read(), at.read(), at.client.send('GET', '/readyz')])
  expect([first, second, summaryOf(ready)]).toEqual([UNAVAILABLE, UNAVAILABLE, UNAVAILABLE])
  // /readyz has a shorter timeout than the pool.
  expect(ready.body).toMatchObject({ detail: 'The database does not respond' })
  expect((await at.client.send('GET', '/livez')).status).toBe(200)

  await holder.end()
  expect((await Promise.all(writes)).map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await at.read()).toMatchObject({ status: 200 })
  expect((await at.client.send('GET', '/readyz')).status).toBe(200)
  await watcher.end()
  expect(unexpectedErrorsOf(at.server)).toEqual([])
})
