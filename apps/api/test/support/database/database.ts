import { randomUUID } from 'node:crypto'

import pg from 'pg'

import { migrateAtStartup } from '../../../src/db/migrations/migrate-at-startup.ts'

/** An empty database for one test file. */
export interface TestDatabase {
  url: string
  drop: () => Promise<void>
}

export async function createDatabase(template?: string): Promise<TestDatabase> {
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await onServer(`create database ${name}${template === undefined ? '' : ` template ${template}`}`)
  const url = new URL(serverUrl())
  url.pathname = `/${name}`
  return { url: url.href, drop: () => onServer(`drop database ${name} with (force)`) }
}

/** Creates a migrated database: a copy of the one that the global setup has migrated, if there is one. */
export async function createMigratedDatabase(): Promise<TestDatabase> {
  const template = process.env['TEST_DATABASE_TEMPLATE']
  const database = await createDatabase(template)
  if (template === undefined)
    await migrateAtStartup(
      () => ({ connectionString: database.url }),
      () => undefined,
      () => undefined,
    )
  return database
}

/** The URL of the server that the global setup has started, or of TEST_DATABASE_URL. */
function serverUrl(): string {
  const url = process.env['TEST_DATABASE_URL']
  if (url === undefined) throw new Error('TEST_DATABASE_URL is not set; the global setup sets it')
  return url
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: serverUrl() })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
