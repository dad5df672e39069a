import { setTimeout as sleep } from 'node:timers/promises'

import type { Express } from 'express'
import { sql } from 'kysely'

import { runWithRetry } from '../db/query/retry.ts'
import { StoreUnavailable } from '../domain/errors.ts'
import type { Context } from '../context.ts'
import { rejectOtherMethods } from '../http/middleware/allowed-methods.ts'

/** Longer than a wait for a lock may keep the connections busy, and shorter than those who ask will wait. */
const READY_WITHIN_MS = 4_000

/** `/livez`: the process answers. `/readyz`: it can serve, for the database answers and it is not stopping. */
export function addHealthRoutes(app: Express, { db, isStopping }: Context): void {
  const live = app.route('/livez').get((_request, response) => {
    response.json({ status: 'ok' })
  })
  rejectOtherMethods(live, ['get'])

  const ready = app.route('/readyz').get(async (_request, response) => {
    if (isStopping()) throw new StoreUnavailable('The server is stopping')
    await Promise.race([runWithRetry(db, () => sql`select 1`.execute(db)), refusal(READY_WITHIN_MS)])
    response.json({ status: 'ok' })
  })
  rejectOtherMethods(ready, ['get'])
}

async function refusal(afterMs: number): Promise<never> {
  await sleep(afterMs, undefined, { ref: false })
  throw new StoreUnavailable('The database does not answer')
}
