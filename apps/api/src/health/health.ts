import type { Express } from 'express'
import { sql } from 'kysely'

import { run } from '../db/run.ts'
import { StoreUnavailable } from '../domain/errors.ts'
import type { Context } from '../http/context.ts'
import { closeRoute } from '../http/methods.ts'

/** `/livez`: the process answers. `/readyz`: it can serve, for the database answers and it is not stopping. */
export function addHealth(app: Express, { db, isStopping }: Context): void {
  const live = app.route('/livez').get((_request, response) => {
    response.json({ status: 'ok' })
  })
  closeRoute(live, ['get'])

  const ready = app.route('/readyz').get(async (_request, response) => {
    if (isStopping()) throw new StoreUnavailable('The server is stopping')
    await run(() => sql`select 1`.execute(db))
    response.json({ status: 'ok' })
  })
  closeRoute(ready, ['get'])
}
