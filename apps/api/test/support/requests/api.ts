import type { Kysely } from 'kysely'

import type { JwksOptions } from '../../../src/auth/jwks.ts'
import { readConfig } from '../../../src/config/config.ts'
import { openMigrationPool } from '../../../src/db/driver/connection-pool.ts'
import type { Database } from '../../../src/db/schema.ts'
import type { Store } from '../../../src/db/store.ts'
import type { components } from '../../../src/openapi/types.ts'
import { start } from '../../../src/start/start.ts'

import { createClient, type TestClient } from './client.ts'
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

const OPEN_API_FILE = new URL('../../../openapi.yaml', import.meta.url)

/** Starts the API for all tests of a file. */
export function useApi(options: ApiOptions = {}): TestApi {
  const api = {} as TestApi
  beforeAll(async () => {
    const started = await startApi(options)
    running.delete(started)
    Object.assign(api, started)
  })
  afterAll(() => api.stop())
  return api
}

/** Those that tests of a file have started and not stopped. */
const running = new Set<TestApi>()

if ('afterAll' in globalThis) afterAll(() => Promise.all([...running].map((api) => api.stop())))

/** Starts the API. It is stopped after the tests of the file if it is not stopped before. */
export async function startApi(options: ApiOptions = {}): Promise<TestApi> {
  const { settings = {}, publicUrl, provider, poolSize = 10 } = options
  const database = await createMigratedDatabase()
  const connection = () => ({ connectionString: database.url })
  const log: Record<string, unknown>[] = []
  const config = readConfig(settings)
  // A run behind a pooler that shares connections sets TEST_PREPARED_STATEMENTS=off.
  const preparedStatements = options.prepared ?? process.env['TEST_PREPARED_STATEMENTS'] !== 'off'
  const server = await start(
    {
      ...{ ...config, publicUrl, poolSize, preparedStatements },
      ...{
        port: 0,
        database: { url: database.url, connection },
        errorsBase: ERRORS_BASE,
        metrics: undefined,
      },
    },
    {
      log: { write: (line) => log.push(JSON.parse(line) as Record<string, unknown>) },
      print: () => undefined,
      openApiFile: OPEN_API_FILE,
      version: 'test',
      dataDirectory: '',
      uid: undefined,
      times: { jwks: provider, changesIntervalMs: 20, shutdownTimeoutMs: 1_000 },
    },
  )
  // The lines of the start.
  log.length = 0
  const db = openMigrationPool(connection)
  const api: TestApi = {
    ...createClient(server.origin),
    store: server.store,
    db,
    databaseUrl: database.url,
    log,
    stop: async () => {
      running.delete(api)
      await server.stop()
      await db.destroy()
      await database.drop()
    },
  }
  running.add(api)
  return api
}
