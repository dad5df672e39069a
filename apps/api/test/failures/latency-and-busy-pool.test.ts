import { useServerBehindProxy } from '../support/programs/behind-proxy.ts'
import { holdLock } from '../support/database/lock.ts'
import { unexpectedErrorsOf } from '../support/programs/process.ts'
import { UNAVAILABLE, summaryOf } from '../support/requests/unavailable.ts'

const POOL_SIZE = 3

const at = useServerBehindProxy('lock_timeout=20000', { DATABASE_POOL_SIZE: String(POOL_SIZE) })

test('while every connection waits for a lock, reads and /readyz respond with 503; after the lock is released, everything succeeds', async () => {
  const lock = await holdLock(at.databaseUrl, 'select from projects for update')
  const writes = Array.from({ length: POOL_SIZE }, () =>
    at.server.send('PUT', at.path, { body: { name: 'New' } }),
  )
  await lock.untilWaiting(POOL_SIZE)

  const [first, second, ready] = await Promise.all([at.read(), at.read(), at.server.send('GET', '/readyz')])
  expect([first, second, summaryOf(ready)]).toEqual([UNAVAILABLE, UNAVAILABLE, UNAVAILABLE])
  // /readyz has a shorter timeout than the pool.
  expect(ready.body).toMatchObject({ detail: 'The database does not respond' })
  expect((await at.server.send('GET', '/livez')).status).toBe(200)

  await lock.release()
  expect((await Promise.all(writes)).map(({ status }) => status)).toEqual([200, 200, 200])
  expect(await at.read()).toMatchObject({ status: 200 })
  expect((await at.server.send('GET', '/readyz')).status).toBe(200)
  expect(unexpectedErrorsOf(at.server)).toEqual([])
})
