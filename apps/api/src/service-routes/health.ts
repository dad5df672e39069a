import { setTimeout as sleep } from 'node:timers/promises'

import type { Express } from 'express'

import { requireReadable } from '../db/query/readiness.ts'
import { StoreUnavailable } from '../domain/errors.ts'
import type { Context } from '../http/context.ts'
import { addGetRoute } from '../http/middleware/allowed-methods.ts'

/**
 * How long `/readyz` waits for the database. Longer than the lock timeout of a statement, which may keep all connections
 * of the pool busy, and shorter than the usual timeout of a health check.
 */
const READY_TIMEOUT_MS = 4_000

/** Serves `/livez` (the process responds) and `/readyz` (the tables can be read, and the server is not stopping). */
export function addHealthRoutes(app: Express, { store, isStopping }: Context): void {
  addGetRoute(app, '/livez', (_request, response) => {
    response.json({ status: 'ok' })
  })
  // Requests share a running check: they are not counted by the rate limit, and must not fill the database with checks.
  let check: Promise<void> | undefined
  addGetRoute(app, '/readyz', async (_request, response) => {
    if (isStopping()) throw new StoreUnavailable('The server is stopping')
    check ??= requireReadable(store).finally(() => {
      check = undefined
    })
    await Promise.race([check, rejectAfter(READY_TIMEOUT_MS)])
    response.json({ status: 'ok' })
  })
}

async function rejectAfter(timeoutMs: number): Promise<never> {
  await sleep(timeoutMs, undefined, { ref: false })
  throw new StoreUnavailable('The database does not respond')
}
