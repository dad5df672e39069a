import type { Server } from 'node:http'

import type { Kysely } from 'kysely'
import { pino } from 'pino'

import { createAuthenticator } from '../../../src/auth/authenticator.ts'
import type { JwksOptions } from '../../../src/auth/jwks.ts'
import { readConfig } from '../../../src/config/config.ts'
import { recordChange } from '../../../src/changes/log/record-change.ts'
import { type Changes, openChanges } from '../../../src/changes/open-changes.ts'
import { openMigrationPool, openStore } from '../../../src/db/driver/connection-pool.ts'
import type { Database } from '../../../src/db/schema.ts'
import type { Store } from '../../../src/db/store.ts'
import type { components } from '../../../src/openapi/types.ts'
import { createApp } from '../../../src/app.ts'
import { createContext } from '../../../src/http/context.ts'
import { createRateLimiter } from '../../../src/http/middleware/access/rate-limiter.ts'
import { close, listen } from '../../../src/http/server/listen.ts'
import { createHttpServer } from '../../../src/http/server/server.ts'
import { projectHandlers } from '../../../src/routes/projects.ts'
import { taskHandlers } from '../../../src/routes/tasks.ts'

import { createClient, type TestClient } from './client.ts'
import { description } from './contract.ts'
import { createMigratedDatabase } from '../database/database.ts'

type Schemas = components['schemas']
export type Project = Schemas['ProjectResponse']
export type Task = Schemas['TaskResponse']
export type Page<T> = Omit<Schemas['ProjectPage'], 'content'> & { content: T[] }

/** The API with its own database, listening on a free port. */
export interface TestApi extends TestClient {
  store: Store
  /** Executes statements of a test on connections of its own, without retries. */
  db: Kysely<Database>
  databaseUrl: string
  /** The log lines so far. */
  log: Record<string, unknown>[]
  stop: () => Promise<void>
}

export const ERRORS_BASE = 'https://errors.example.com/kinds'

interface ApiOptions {
  poolSize?: number
  prepared?: boolean
  /** Settings of authentication and HTTP, as environment variables. */
  settings?: Record<string, string>
  publicUrl?: string
  provider?: JwksOptions
}

export async function startApi(options: ApiOptions = {}): Promise<TestApi> {
  const database = await createMigratedDatabase()
  const log: Record<string, unknown>[] = []
  const store = openStore({
    connection: () => ({ connectionString: database.url }),
    poolSize: options.poolSize ?? 10,
    // A run behind a pooler that shares connections sets TEST_PREPARED_STATEMENTS=off.
    prepared: options.prepared ?? process.env['TEST_PREPARED_STATEMENTS'] !== 'off',
    recorder: options.settings?.['CHANGES_TTL'] === undefined ? undefined : recordChange,
    onLostConnection: () => undefined,
  })
  const changes = await openChanges(store, {
    ttlSeconds: readConfig(options.settings ?? {}).changesTtl,
    onError: (error) => {
      throw error
    },
    // More often than in a server.
    intervalMs: 20,
  })
  const db = openMigrationPool(() => ({ connectionString: database.url }))
  const { server, origin } = await serve(store, log, changes, options)
  return {
    ...createClient(origin),
    store,
    db,
    databaseUrl: database.url,
    log,
    stop: async () => {
      changes.close()
      await close(server, 1_000)
      await changes.stop()
      await store.close()
      await db.destroy()
      await database.drop()
    },
  }
}

async function serve(
  store: Store,
  log: Record<string, unknown>[],
  changes: Changes,
  { settings = {}, publicUrl, provider }: ApiOptions,
): Promise<{ server: Server; origin: string }> {
  const destination = { write: (line: string) => log.push(JSON.parse(line) as Record<string, unknown>) }
  const config = readConfig(settings)
  const { auth, http } = config
  const context = createContext(
    { ...config, publicUrl, errorsBase: ERRORS_BASE, metrics: undefined },
    {
      store,
      openApi: changes.describe(description),
      handlers: { ...projectHandlers, ...taskHandlers, ...changes.handlers },
      logger: pino({}, destination),
      authenticator: createAuthenticator(auth, provider),
      rateLimiter: http.rateLimit && createRateLimiter(http.rateLimit),
      origin: () => '',
      isStopping: () => false,
    },
  )
  const { server } = createHttpServer(createApp(context), context)
  const port = await listen(server, 0, '127.0.0.1')
  return { server, origin: `http://127.0.0.1:${port}` }
}
