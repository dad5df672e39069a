import { setTimeout as sleep } from 'node:timers/promises'

import type { Express } from 'express'
import { sql } from 'kysely'

import type { Context } from '../context.ts'
import { runWithRetry } from '../db/query/retry.ts'
import { StoreUnavailable } from '../domain/errors.ts'
import { rejectOtherMethods } from '../http/middleware/allowed-methods.ts'

/** Longer than the lock timeout, which may keep all connections in use; shorter than the timeout of a typical probe. */
const READINESS_TIMEOUT_MS = 4_000

/** `/livez`: the process responds. `/readyz`: the database responds, and the server is not stopping. */
export function addHealthRoutes(app: Express, { db, isStopping }: Context): void {
  const live = app.route('/livez').get((_request, response) => {
    response.json({ status: 'ok' })
  })
  rejectOtherMethods(live, ['get'])

  const ready = app.route('/readyz').get(async (_request, response) => {
    if (isStopping()) throw new StoreUnavailable('The server is stopping')
    await Promise.race([runWithRetry(db, () => sql`select 1`.execute(db)), timeout(READINESS_TIMEOUT_MS)])
    response.json({ status: 'ok' })
  })
  rejectOtherMethods(ready, ['get'])
}

async function timeout(ms: number): Promise<never> {
  await sleep(ms, undefined, { ref: false })
  throw new StoreUnavailable('The database does not respond')
}
